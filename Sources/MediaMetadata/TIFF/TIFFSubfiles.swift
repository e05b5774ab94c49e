internal import MediaModel

/// The pictures of a TIFF file, of which one is shown.
struct TIFFSubfiles {
  /// In the order they are found: the first directory, its children, then the others of the chain.
  private var subfiles: [TIFFSubfile] = []
  /// 0xA002 and 0xA003, which only some raw files make the truth of.
  private(set) var exifSize: PixelSize?

  /// Directories that are looked at; a page of a document needs no look.
  private static let maximumDirectories = 32
  /// Fields in all of them together.
  private static let maximumFields = 80_000

  /// Reads the pictures; a directory that cannot be read costs itself and those behind it.
  init(_ tiff: TIFFStructure<ByteSource>) {
    var tiff = tiff
    var pending = [tiff.firstDirectory]
    var fields = 0
    while !pending.isEmpty, subfiles.count < Self.maximumDirectories, fields < Self.maximumFields {
      guard let directory = (try? tiff.directory(at: pending.removeFirst())) ?? nil else {
        continue
      }
      fields += directory.count
      let subfile = TIFFSubfile(directory, in: tiff)
      if subfiles.isEmpty { readEXIFSize(directory, in: tiff) }
      subfiles.append(subfile)
      pending.insert(contentsOf: subfile.children, at: 0)
      if directory.nextDirectory > 0 { pending.append(directory.nextDirectory) }
    }
  }

  /// The picture that other programs show first.
  ///
  /// The first page, unless that is only a preview: then the largest picture that is none.
  var firstPage: TIFFSubfile? {
    guard let first = subfiles.first else { return nil }
    if first.size != nil, !first.isReduced { return first }
    return largest ?? subfiles.first { $0.size != nil }
  }

  /// The largest picture at full resolution, wherever it stands; `nil` when all are previews.
  var largest: TIFFSubfile? {
    subfiles.filter { $0.size != nil && !$0.isReduced && !$0.isMask }
      .reduce(nil) { best, next in best.map { $0.area >= next.area } == true ? best : next }
  }

  /// What the first directory says.
  var first: TIFFSubfile? { subfiles.first }

  private mutating func readEXIFSize(
    _ directory: TIFFDirectory, in tiff: TIFFStructure<ByteSource>
  ) {
    guard let pointer = directory.first(where: { $0.tag == 0x8769 }),
      let offset = tiff.number(pointer),
      let exif = try? TIFFDirectory(
        in: tiff.bytes, at: Int64(offset), bigEndian: tiff.isBigEndian, isBig: tiff.isBig)
    else { return }
    var width: Int?
    var height: Int?
    for field in exif {
      if field.tag == 0xA002 { width = width ?? tiff.number(field) }
      if field.tag == 0xA003 { height = height ?? tiff.number(field) }
    }
    exifSize = PixelSize(checking: width, height)
  }
}
