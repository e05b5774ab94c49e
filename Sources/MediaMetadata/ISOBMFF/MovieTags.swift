internal import MediaModel

/// Words, camera, place and dates of a movie, collected from all the places that may hold them.
///
/// A value from a more trusted place replaces the same value from a less trusted one.
struct MovieTags {
  /// What a value is.
  enum Field: Hashable {
    case make, model, serial, software, lensModel
    case title, caption, artist, copyright, place
    case creationDate, day
    case location, contentID
    case captureFrameRate, focalLength35mm, rating
  }

  /// Where a value stands; the first is trusted most.
  enum Origin: Int {
    case keys, userData, itemList, asset
  }

  private var values: [Field: (origin: Origin, text: String)] = [:]
  /// Keywords in file order.
  private(set) var keywords: [String] = []
  /// A place in numbers, from 3GPP's `loci`.
  var assetLocation: EmbeddedMetadata.Location?
  /// Where XMP packets lie in the file.
  var xmpPackets: [FileRange] = []
  /// Whether a fast recording is to be played at its own rate; `nil` when not said.
  var playsAtFullRate: Bool?
  /// True when boxes are present that only GoPro writes.
  var isGoPro = false

  /// Takes a value, unless a better place gave one before.
  mutating func offer(_ field: Field, _ text: String?, from origin: Origin) {
    guard let text else { return }
    if let known = values[field], known.origin.rawValue <= origin.rawValue { return }
    values[field] = (origin, text)
  }

  /// Takes a keyword once.
  mutating func offerKeyword(_ text: String?) {
    if let text, keywords.count < 256, !keywords.contains(text) { keywords.append(text) }
  }

  /// The value of a field.
  func text(_ field: Field) -> String? { values[field]?.text }

  /// The value of a field and where it stood.
  func value(_ field: Field) -> (origin: Origin, text: String)? { values[field] }

  /// The camera's maker, also when only its private boxes name it.
  var make: String? { text(.make) ?? (isGoPro ? "GoPro" : nil) }

  /// True for makers whose cameras write local time where UTC belongs.
  ///
  /// Nikon and GoPro have no zone setting to derive UTC from.
  var clockIsLocal: Bool {
    guard let make = make?.lowercased() else { return false }
    return make.hasPrefix("nikon") || make.hasPrefix("gopro")
  }
}

/// A stretch of bytes of a file.
struct FileRange: Hashable {
  /// The first byte.
  let offset: Int64
  /// Bytes.
  let count: Int64
}
