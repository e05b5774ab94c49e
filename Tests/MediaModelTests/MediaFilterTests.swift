import MediaModel
import Testing

@Suite("Filters as values") struct MediaFilterTests {
  @Test func `an empty any is nothing and an empty all everything`() {
    #expect(MediaFilter.any(of: []) == .nothing)
    #expect(MediaFilter.all(of: []) == .everything)
    #expect(MediaFilter.not(.everything).normalized == .nothing)
    #expect(MediaFilter.not(.nothing).normalized == .everything)
  }

  @Test func `groups of a kind are joined, and no predicate is lost`() {
    let filter = MediaFilter.all([.all([.images, .all([.videos])]), .any([.any([.bursts])])])
    #expect(filter.normalized == .all([.images, .videos, .bursts]))
    #expect(filter.normalized.predicates == filter.predicates)
  }

  @Test func `says what a person would type`() {
    let filter = MediaFilter.all([
      .any([.screenshots, .all([.videos, .matches(.number(.size, .above(20_000_000)))])]),
      .not(.matches(.text(.keyword, "to do"))),
    ])
    #expect(
      filter.queryText == "(is:screenshot OR type:video size:>20MB) -keyword:\"to do\"")
  }
}
