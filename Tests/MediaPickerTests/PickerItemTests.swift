import Testing

@testable import MediaPicker

@Suite("Ids of what can be picked") struct PickerItemTests {
  @Test(arguments: [
    PickerItemID.media(12), .capture("a1"), .source("clip:board"), .source(""), .media(-3),
  ])
  func `come back as they were written`(id: PickerItemID) {
    #expect(PickerItemID(id.description) == id)
  }

  @Test(arguments: ["", "x", "capture", "12a"])
  func `are refused when they are none`(text: String) {
    #expect(PickerItemID(text) == nil)
  }
}
