/// How much an item may be changed so that a program can open it.
///
/// The same item, policy and specification always give the same decision; the record of it is a
/// ``Rendition``.
///
/// - Note: Source: `PHPickerConfiguration.AssetRepresentationMode` and
///   `EncodingDisambiguationPolicy` of PhotosUI, whose `automatic` may change from release to release.
public enum EncodingPolicy: Hashable, Sendable {
  /// The current bytes if one of these media types names them, else the compatible rendition.
  ///
  /// A type is `image/heic`, `image/*` or `*/*`, in any case.
  case automatic(accepting: [String])
  /// The current bytes, whatever they are.
  case current
  /// The current bytes if they are compatible already, else the compatible rendition.
  case compatible

  /// True when the caller takes the current bytes of a media type as they are.
  public func accepts(_ mime: String) -> Bool {
    switch self {
    case .current: true
    case .compatible: false
    case .automatic(let types):
      types.contains { range in
        ContentType(range).map { (ContentType(mime) ?? .data).conforms(to: $0) } ?? false
      }
    }
  }
}
