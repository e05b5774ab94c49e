import MediaModel
import Testing

@testable import MediaPicker

@Suite("Selection limits, behaviours Q2, S-03, S-04, D6, 2B") struct SelectionLimitTests {
  @Test(arguments: [
    (nil, SelectionLimit.unlimited, SelectionLimit.unlimited),
    (0, .unlimited, .range(0...0)), (1, .max(1), .max(1)), (9, .max(9), .max(9)),
  ])
  func `Q2 S-03 S-04 a number means what its convention says`(
    count: Int?, photosPicker: SelectionLimit, exyte: SelectionLimit
  ) throws {
    #expect(try SelectionLimit(count, as: .photosPicker) == photosPicker)
    #expect(try SelectionLimit(count, as: .none) == photosPicker)
    #expect(try SelectionLimit(count, as: .exyte) == exyte)
  }

  @Test(arguments: PickerCompatibility.allCases)
  func `S-04 a negative number is refused in each`(compatibility: PickerCompatibility) {
    #expect(
      throws: PickerError(code: .invalid, reason: "a selection limit cannot be negative: -1")
    ) { try SelectionLimit(-1, as: compatibility) }
  }

  @Test(arguments: [
    ("none", SelectionLimit.unlimited), ("0", .unlimited), ("3", .max(3)), ("2-5", .range(2...5)),
    ("0-2", .range(0...2)), ("4-4", .range(4...4)),
  ])
  func `S-03 a text is read`(text: String, limit: SelectionLimit) throws {
    #expect(try SelectionLimit(parsing: text) == limit)
  }

  @Test(arguments: ["", "x", "-3", "3-", "5-2", "0-0", "1-2-3", "1.5", "99999999999999999999"])
  func `S-04 another text is refused with what is taken`(text: String) {
    #expect(throws: PickerError.self) { try SelectionLimit(parsing: text) }
  }

  @Test(arguments: [
    (SelectionLimit.unlimited, "{}", 0, nil, false), (.max(3), #"{"max":3}"#, 0, 3, false),
    (.max(1), #"{"max":1}"#, 0, 1, true), (.range(2...5), #"{"max":5,"min":2}"#, 2, 5, false),
    (.range(0...0), #"{"max":0,"min":0}"#, 0, 0, false),
    (.range(1...1), #"{"max":1,"min":1}"#, 1, 1, true),
    (.range(2...Int.max), #"{"min":2}"#, 2, nil, false),
    (.range(0...Int.max), #"{"min":0}"#, 0, nil, false),
    (.max(Int.max), #"{"max":9223372036854775807}"#, 0, Int.max, false),
  ])
  func `S-03 comes back from JSON`(
    limit: SelectionLimit, json: String, minimum: Int, maximum: Int?, isSingle: Bool
  ) throws {
    let bytes = try PickerJSON.bytes(of: limit)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
    #expect(try PickerJSON.value(SelectionLimit.self, from: bytes) == limit)
    #expect(limit.minimum == minimum)
    #expect(limit.maximum == maximum)
    #expect(limit.isSingle == isSingle)
  }

  @Test(arguments: [("0", SelectionLimit.unlimited), ("4", .max(4)), (#"{"later":1}"#, .unlimited)])
  func `S-03 JSON may be a number, and may know more`(json: String, limit: SelectionLimit) throws {
    #expect(try PickerJSON.value(SelectionLimit.self, from: Array(json.utf8)) == limit)
  }

  @Test(arguments: [
    ("-1", "a selection limit cannot be negative: -1"),
    (#"{"max":0}"#, "a selection limit is 1 or more, not 0"),
    (#"{"min":-2,"max":3}"#, "a selection limit cannot be negative: -2"),
    (#"{"min":4,"max":3}"#, "a limit's min is above its max"),
    (#"{"max":"many"}"#, "max is not what is expected there, a Int"),
  ])
  func `S-04 JSON that makes no sense is refused in a sentence`(json: String, reason: String) {
    #expect(throws: PickerError(code: .invalid, reason: reason)) {
      try PickerJSON.value(SelectionLimit.self, from: Array(json.utf8))
    }
  }
}
