internal import MediaModel

extension EXIFFields {
  /// Reads the first directory of a TIFF structure with its Exif and GPS directories.
  ///
  /// The second directory, which describes the thumbnail, is never read.
  mutating func read<Bytes: RandomAccessBytes>(_ tiff: inout TIFFStructure<Bytes>) throws(ByteError)
  {
    guard let first = try tiff.directory(at: tiff.firstDirectory) else { return }
    let exif = Self.child(0x8769, of: first, in: &tiff)
    let gps =
      Self.child(0x8825, of: first, in: &tiff)
      ?? exif.flatMap { Self.child(0x8825, of: $0, in: &tiff) }
    for isFallback in [false, true] where !isFallback || hasMisplacedTags {
      take(first, of: tiff, from: .ifd0, isFallback: isFallback)
      if let exif { take(exif, of: tiff, from: .exif, isFallback: isFallback) }
      if let gps { take(gps, of: tiff, from: .gps, isFallback: isFallback) }
    }
  }

  /// Bytes of all values that one directory may ask for: far more than a maker note has.
  private static let maximumBytes = 4 << 20

  private static func child<Bytes: RandomAccessBytes>(
    _ tag: UInt16, of directory: TIFFDirectory, in tiff: inout TIFFStructure<Bytes>
  ) -> TIFFDirectory? {
    directory.first { $0.tag == tag }.flatMap { child($0, in: &tiff) }
  }

  /// The directory that a field points to.
  static func child<Bytes: RandomAccessBytes>(
    _ field: TIFFField, in tiff: inout TIFFStructure<Bytes>
  ) -> TIFFDirectory? {
    guard field.count == 1, let offset = tiff.withValue(of: field, { $0.integer() }) ?? nil
    else { return nil }
    // A directory that cannot be read costs its tags only.
    return (try? tiff.directory(at: Int64(offset))) ?? nil
  }

  private mutating func take<Bytes: RandomAccessBytes>(
    _ directory: TIFFDirectory, of tiff: TIFFStructure<Bytes>, from kind: Directory,
    isFallback: Bool
  ) {
    var remaining = Self.maximumBytes
    for field in directory where Self.isWanted(field.tag, in: kind) {
      remaining -= field.byteCount ?? 0
      guard remaining >= 0 else { return }
      let isRead: Void? = tiff.withValue(of: field) {
        take(field.tag, $0, from: kind, isFallback: isFallback)
      }
      if isRead == nil, !isFallback { warnOutside(field.tag) }
    }
  }

  /// True for tags that ``take(_:_:from:isFallback:)`` knows, so that no others are fetched.
  private static func isWanted(_ tag: UInt16, in directory: Directory) -> Bool {
    if directory == .gps { return tag <= 7 || tag == 0x11 || tag == 0x1D }
    switch tag {
    case 0x010E, 0x010F, 0x0110, 0x0112, 0x0131, 0x0132, 0x013B, 0x4746, 0x8298, 0x829A, 0x829D,
      0x8827, 0x8833, 0x9003, 0x9004, 0x9010...0x9012, 0x9204, 0x9207, 0x9209, 0x920A, 0x927C,
      0x9286,
      0x9290...0x9292, 0xA403, 0xA405, 0xA431, 0xA433, 0xA434:
      return true
    default: return false
    }
  }

  private mutating func warnOutside(_ tag: UInt16) {
    let digits = String(tag, radix: 16, uppercase: true)
    let name = "exif:0x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    if !warnings.contains(where: { $0.tag == name }) {
      warnings.append(MetadataWarning(tag: name, reason: "value outside its block"))
    }
  }
}
