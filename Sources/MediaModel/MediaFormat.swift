/// A file format that the catalog knows by content.
///
/// The raw value is stored in the catalog, so a value never changes its meaning.
public enum MediaFormat: UInt8, Hashable, Sendable, CaseIterable {
  case jpeg = 1, png, gif, webp, heic, heif, avif, tiff, bmp, ico, jxl, jp2, psd, pcx, svg, xcf, pnm
  case dng = 32, cr2, cr3, crw, nef, arw, orf, rw2, raf, pef, srw, x3f, mrw, raw3fr, erf, kdc
  case mp4 = 96, quickTime, m4v, threeGPP, threeGPP2, matroska, webm, avi, mpegTS, mpegPS, asf, flv
  case ogv, dv, wtv, realMedia, mxf

  /// The facts of one format.
  public struct Facts: Sendable {
    /// Image or video.
    public var type: MediaType
    /// The media type of RFC 6838, registered where there is one.
    public var mime: String
    /// Extensions in lower case without a dot, the usual one first.
    public var extensions: [String]
  }

  /// Image or video.
  public var type: MediaType { rawValue < 96 ? .image : .video }

  /// The media type of RFC 6838.
  public var mime: String { facts.mime }

  /// True for unprocessed sensor data.
  public var isRaw: Bool { rawValue >= 32 && rawValue < 96 }

  /// Finds the format that a file name's extension promises.
  public static func promised(byExtension text: String) -> MediaFormat? { byExtension[text] }

  private static let byExtension: [String: MediaFormat] = {
    var table: [String: MediaFormat] = [:]
    for format in allCases {
      for text in format.facts.extensions where table[text] == nil { table[text] = format }
    }
    return table
  }()

  /// Everything known of the format.
  public var facts: Facts {
    switch self {
    case .jpeg: Facts("image/jpeg", "jpg", "jpeg", "jpe", "jfif", "mpo", "insp")
    case .png: Facts("image/png", "png", "apng")
    case .gif: Facts("image/gif", "gif")
    case .webp: Facts("image/webp", "webp")
    case .heic: Facts("image/heic", "heic", "hif")
    case .heif: Facts("image/heif", "heif")
    case .avif: Facts("image/avif", "avif", "avifs")
    case .tiff: Facts("image/tiff", "tif", "tiff")
    case .bmp: Facts("image/bmp", "bmp", "dib")
    case .ico: Facts("image/vnd.microsoft.icon", "ico", "cur")
    case .jxl: Facts("image/jxl", "jxl")
    case .jp2: Facts("image/jp2", "jp2", "j2k", "jpf", "jpx", "j2c", "jpc", "jph")
    case .psd: Facts("image/vnd.adobe.photoshop", "psd", "psb")
    case .pcx: Facts("image/vnd.zbrush.pcx", "pcx")
    case .svg: Facts("image/svg+xml", "svg")
    case .xcf: Facts("image/x-xcf", "xcf")
    case .pnm: Facts("image/x-portable-anymap", "pnm", "ppm", "pgm", "pbm")
    case .dng: Facts("image/x-adobe-dng", "dng")
    case .cr2: Facts("image/x-canon-cr2", "cr2")
    case .cr3: Facts("image/x-canon-cr3", "cr3")
    case .crw: Facts("image/x-canon-crw", "crw")
    case .nef: Facts("image/x-nikon-nef", "nef", "nrw")
    case .arw: Facts("image/x-sony-arw", "arw", "sr2", "srf")
    case .orf: Facts("image/x-olympus-orf", "orf", "ori")
    case .rw2: Facts("image/x-panasonic-rw2", "rw2", "rwl", "raw")
    case .raf: Facts("image/x-fuji-raf", "raf")
    case .pef: Facts("image/x-pentax-pef", "pef")
    case .srw: Facts("image/x-samsung-srw", "srw")
    case .x3f: Facts("image/x-sigma-x3f", "x3f")
    case .mrw: Facts("image/x-minolta-mrw", "mrw")
    case .raw3fr: Facts("image/x-hasselblad-3fr", "3fr", "fff", "iiq", "mef", "mos")
    case .erf: Facts("image/x-epson-erf", "erf")
    case .kdc: Facts("image/x-kodak-kdc", "kdc", "dcr", "k25")
    case .mp4: Facts("video/mp4", "mp4", "mp4v", "mpg4")
    case .quickTime: Facts("video/quicktime", "mov", "qt")
    case .m4v: Facts("video/x-m4v", "m4v")
    case .threeGPP: Facts("video/3gpp", "3gp", "3gpp")
    case .threeGPP2: Facts("video/3gpp2", "3g2", "3gp2")
    case .matroska: Facts("video/x-matroska", "mkv", "mk3d")
    case .webm: Facts("video/webm", "webm")
    case .avi: Facts("video/x-msvideo", "avi", "divx")
    case .mpegTS: Facts("video/mp2t", "ts", "mts", "m2ts", "m2t", "tod")
    case .mpegPS: Facts("video/mpeg", "mpg", "mpeg", "vob", "mod", "m1v", "m2v")
    case .asf: Facts("video/x-ms-wmv", "wmv", "asf")
    case .flv: Facts("video/x-flv", "flv", "f4v")
    case .ogv: Facts("video/ogg", "ogv", "ogm")
    case .dv: Facts("video/dv", "dv", "dif")
    case .wtv: Facts("video/x-ms-wtv", "wtv")
    case .realMedia: Facts("video/vnd.rn-realvideo", "rm", "rmvb")
    case .mxf: Facts("application/mxf", "mxf")
    }
  }
}

extension MediaFormat.Facts {
  fileprivate init(_ mime: String, _ extensions: String...) {
    self.init(
      type: mime.hasPrefix("image/") ? .image : .video, mime: mime, extensions: extensions)
  }
}
