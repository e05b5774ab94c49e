/// The schemas of XMP that the catalog knows.
///
/// - Note: Source: XMP Specification Parts 1 and 2; Exif 2.32 metadata for XMP (CIPA DC-010); IPTC
///   Photo Metadata; Google's photo sphere, camera, and depth map metadata; Adobe's gain map.
enum XMPSchema: CaseIterable {
  case basic, core, photoshop, tiff, exif, exifEX, auxiliary, iptcCore, note
  case panorama, camera, depthMap, gainMap

  /// The namespace.
  var uri: StaticString {
    switch self {
    case .basic: "http://ns.adobe.com/xap/1.0/"
    case .core: "http://purl.org/dc/elements/1.1/"
    case .photoshop: "http://ns.adobe.com/photoshop/1.0/"
    case .tiff: "http://ns.adobe.com/tiff/1.0/"
    case .exif: "http://ns.adobe.com/exif/1.0/"
    case .exifEX: "http://cipa.jp/exif/1.0/"
    case .auxiliary: "http://ns.adobe.com/exif/1.0/aux/"
    case .iptcCore: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
    case .note: "http://ns.adobe.com/xmp/note/"
    case .panorama: "http://ns.google.com/photos/1.0/panorama/"
    case .camera: "http://ns.google.com/photos/1.0/camera/"
    case .depthMap: "http://ns.google.com/photos/1.0/depthmap/"
    case .gainMap: "http://ns.adobe.com/hdr-gain-map/1.0/"
    }
  }

  /// The usual prefix; warnings name tags with it.
  var prefix: StaticString {
    switch self {
    case .basic: "xmp"
    case .core: "dc"
    case .photoshop: "photoshop"
    case .tiff: "tiff"
    case .exif: "exif"
    case .exifEX: "exifEX"
    case .auxiliary: "aux"
    case .iptcCore: "Iptc4xmpCore"
    case .note: "xmpNote"
    case .panorama: "GPano"
    case .camera: "GCamera"
    case .depthMap: "GDepth"
    case .gainMap: "hdrgm"
    }
  }
}
