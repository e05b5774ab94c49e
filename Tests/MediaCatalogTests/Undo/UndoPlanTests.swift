import CatalogTestSupport
import SQLiteDatabase
import Testing

@testable import MediaCatalog

@Suite("Undo at any size of a catalog") struct UndoPlanTests {
  @Test(arguments: UndoTable.all.indices) func `looks at the rows of its step alone`(
    index: Int
  ) async throws {
    let fixture = try await CatalogFixture()
    let table = UndoTable.all[index]
    let statements = [(table.recordAfter, 1), (table.size, 1), (table.put, 2), (table.take, 2)]
    for (text, count) in statements {
      let plan = try await fixture.catalog.database.read { connection in
        try connection.explainQueryPlan(
          SQL(raw: text, bindings: Array(repeating: .integer(1), count: count)))
      }
      #expect(!plan.isEmpty)
      #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(text)\n\(plan)")
    }
  }
}
