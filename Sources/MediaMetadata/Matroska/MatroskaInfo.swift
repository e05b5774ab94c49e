internal import MediaModel

/// What the `Info` element of a segment says.
struct MatroskaInfo {
  /// Nanoseconds of one unit of time.
  private(set) var timestampScale: UInt64 = 1_000_000
  /// In units of `timestampScale`; `nil` when unknown.
  private(set) var duration: Double?
  /// When the file was made, UTC.
  private(set) var date: WallTime?
  /// The film's title.
  private(set) var title: String?

  /// Nanoseconds from 1970-01-01 to Matroska's epoch, 2001-01-01.
  static let epoch: Int64 = 978_307_200_000_000_000

  /// Reads the element.
  mutating func read(_ info: EBMLElement, in file: EBMLFile) throws(ByteError) {
    var elements = file.children(of: info)
    while let element = try elements.next() {
      switch element.id {
      case MatroskaID.timestampScale:
        if let scale = try file.unsigned(element), scale > 0 { timestampScale = scale }
      case MatroskaID.duration: duration = try file.float(element)
      case MatroskaID.title: title = try file.text(element)
      case MatroskaID.date:
        guard element.contentCount == 8, let value = try file.signed(element), value != 0 else {
          continue
        }
        let (nanoseconds, overflow) = value.addingReportingOverflow(Self.epoch)
        if !overflow { date = WallTime(nanoseconds: nanoseconds) }
      default: break
      }
    }
  }

  /// The length; `nil` when unknown, zero or beyond ten years.
  var length: Duration? {
    guard let duration, duration > 0 else { return nil }
    let nanoseconds = duration * Double(timestampScale)
    guard nanoseconds < 10 * 366 * 86_400 * 1e9 else { return nil }
    return .nanoseconds(Int64(nanoseconds.rounded()))
  }
}
