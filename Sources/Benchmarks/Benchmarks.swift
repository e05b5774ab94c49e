internal import MediaModel

/// Makes collections from seeds and measures queries on them.
@main struct Benchmarks {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("catalog", 3...4):
      guard let count = Int64(arguments[1]), count > 0 else { return usage() }
      try CatalogMaker.make(
        count: count, at: FilePath(arguments[2]), isFirstSchema: arguments.last == "--first-schema")
    case ("queries", 2...3):
      try await QueryMeasurement.run(
        on: FilePath(arguments[1]), only: arguments.count == 3 ? arguments[2] : nil)
    case ("looks", 2): try await LookMeasurement.run(on: FilePath(arguments[1]))
    default: usage()
    }
  }

  private static func usage() {
    print(
      """
      catalog COUNT FILE [--first-schema]   makes a catalog of COUNT items from a seed
      queries FILE [NAME]                   measures the queries of a picker on it, or only one of them,
                                            often enough for a profiler
      looks FILE                            fills it with random looks and groups look-alikes
      """)
  }
}
