internal import MediaModel

/// What one directory of a TIFF file says of its picture.
///
/// - Note: Source: TIFF 6.0 §8; Adobe DNG 1.7.1 ch. 4 for the crop.
struct TIFFSubfile {
  /// 0x0100 and 0x0101; `nil` when there is no picture.
  private(set) var size: PixelSize?
  /// 0x0103.
  private(set) var compression: Int?
  /// 0x0112.
  private(set) var orientation: Orientation?
  /// 0x00FE bit 0: a smaller version of another picture, or 0x00FF of value 2.
  private(set) var isReduced = false
  /// 0x00FE bit 2: a mask of another picture.
  private(set) var isMask = false
  /// What is to be shown of a raw picture, as DNG and newer ARW files say.
  private(set) var shownSize: PixelSize?
  /// 0x8773, or its first part.
  private(set) var icc: ByteReader?
  /// Where smaller or larger versions are described.
  private(set) var children: [Int64] = []

  /// The name of a profile stands near its start.
  private static let profileHead = 16 * 1_024
  /// Subfiles that one directory may name.
  private static let maximumChildren = 16

  /// Reads one directory.
  init(_ directory: TIFFDirectory, in tiff: TIFFStructure<ByteSource>) {
    var width: Int?
    var height: Int?
    var crop: [Double] = []
    var scale: [Double] = []
    for field in directory {
      switch field.tag {
      case 0x00FE: readKind(tiff.number(field) ?? 0)
      case 0x00FF: if tiff.number(field) == 2 { isReduced = true }
      case 0x0100: width = width ?? tiff.number(field)
      case 0x0101: height = height ?? tiff.number(field)
      case 0x0103: compression = compression ?? tiff.number(field)
      case 0x0112: orientation = orientation ?? tiff.number(field).map(Orientation.init(exifValue:))
      case 0x014A: children = tiff.numbers(field, upTo: Self.maximumChildren).map { Int64($0) }
      case 0x8773: icc = icc ?? Self.profile(field, in: tiff)
      case 0xC61E: scale = Self.pair(field, in: tiff)
      case 0xC620: crop = Self.pair(field, in: tiff)
      default: break
      }
    }
    size = PixelSize(checking: width, height)
    if crop.count == 2, scale.isEmpty || scale.count == 2 {
      shownSize = Self.size(crop, times: scale.isEmpty ? [1, 1] : scale, within: size)
    }
  }

  /// The pixels in it, zero when it has no picture.
  var area: Int { size.map { $0.width * $0.height } ?? 0 }

  private mutating func readKind(_ bits: Int) {
    if bits & 1 != 0 { isReduced = true }
    if bits & 4 != 0 { isMask = true }
  }

  private static func profile(
    _ field: TIFFField, in tiff: TIFFStructure<ByteSource>
  ) -> ByteReader? {
    guard let count = field.byteCount, field.inline == nil else { return nil }
    return try? tiff.bytes.reader(at: field.offset, upTo: min(count, profileHead))
  }

  private static func pair(_ field: TIFFField, in tiff: TIFFStructure<ByteSource>) -> [Double] {
    guard field.count == 2 else { return [] }
    return tiff.withValue(of: field) { value in (0..<2).compactMap { value.real(at: $0) } } ?? []
  }

  /// The crop in square pixels; `nil` when it is larger than the picture.
  private static func size(
    _ crop: [Double], times scale: [Double], within size: PixelSize?
  ) -> PixelSize? {
    guard let size, crop[0] <= Double(size.width), crop[1] <= Double(size.height),
      scale.allSatisfy({ $0 > 0 && $0 <= 16 })
    else { return nil }
    return PixelSize(
      checking: Int(exactly: (crop[0] * scale[0]).rounded()),
      Int(exactly: (crop[1] * scale[1]).rounded()))
  }
}

extension PixelSize {
  /// Makes a size of two sides that exist and are of 1…2^31−1 pixels.
  init?(checking width: Int?, _ height: Int?) {
    let sides = 1...Int(Int32.max)
    guard let width, let height, sides.contains(width), sides.contains(height) else { return nil }
    self.init(width: width, height: height)
  }
}
