/// The properties of XMP that the catalog keeps.
enum XMPProperty: UInt64, CaseIterable {
  case dateTimeOriginal, dateCreated, createDate
  case rating, label
  case title, description, subject, creator, rights
  case location, city, state, country
  case make, model, lensModel, lens
  case latitude, latitudeRef, longitude, longitudeRef, altitude, altitudeRef, direction
  case projection, panoramaWidth
  case motionPhoto, microVideo, burstID
  case depthNear, gainMapVersion
  case extensionGUID

  /// Schema and local name.
  var definition: (schema: XMPSchema, name: StaticString) {
    switch self {
    case .dateTimeOriginal: (.exif, "DateTimeOriginal")
    case .dateCreated: (.photoshop, "DateCreated")
    case .createDate: (.basic, "CreateDate")
    case .rating: (.basic, "Rating")
    case .label: (.basic, "Label")
    case .title: (.core, "title")
    case .description: (.core, "description")
    case .subject: (.core, "subject")
    case .creator: (.core, "creator")
    case .rights: (.core, "rights")
    case .location: (.iptcCore, "Location")
    case .city: (.photoshop, "City")
    case .state: (.photoshop, "State")
    case .country: (.photoshop, "Country")
    case .make: (.tiff, "Make")
    case .model: (.tiff, "Model")
    case .lensModel: (.exifEX, "LensModel")
    case .lens: (.auxiliary, "Lens")
    case .latitude: (.exif, "GPSLatitude")
    case .latitudeRef: (.exif, "GPSLatitudeRef")
    case .longitude: (.exif, "GPSLongitude")
    case .longitudeRef: (.exif, "GPSLongitudeRef")
    case .altitude: (.exif, "GPSAltitude")
    case .altitudeRef: (.exif, "GPSAltitudeRef")
    case .direction: (.exif, "GPSImgDirection")
    case .projection: (.panorama, "ProjectionType")
    case .panoramaWidth: (.panorama, "FullPanoWidthPixels")
    case .motionPhoto: (.camera, "MotionPhoto")
    case .microVideo: (.camera, "MicroVideo")
    case .burstID: (.camera, "BurstID")
    case .depthNear: (.depthMap, "Near")
    case .gainMapVersion: (.gainMap, "Version")
    case .extensionGUID: (.note, "HasExtendedXMP")
    }
  }

  /// The tag's name in warnings, such as `xmp:Rating`.
  var tag: String { "\(definition.schema.prefix):\(definition.name)" }

  /// Finds the property of a local name; another schema's property of this name is found too.
  static func named(_ name: BorrowedBytes) -> (property: XMPProperty, isAlias: Bool)? {
    guard name.count < byCount.count else { return nil }
    return byCount[name.count].first { name.starts(with: $0.name) }
      .map { ($0.property, $0.isAlias) }
  }

  private typealias Name = (name: StaticString, property: XMPProperty, isAlias: Bool)

  /// Names that mean the same as a property of another schema, which the toolkit knows too.
  private static let aliases: [(name: StaticString, property: XMPProperty)] = [
    ("DateTimeDigitized", .createDate), ("ImageDescription", .description), ("Artist", .creator),
    ("Copyright", .rights),
  ]

  /// All names by their lengths.
  private static let byCount: [[Name]] = {
    let all: [Name] =
      allCases.map { ($0.definition.name, $0, false) }
      + aliases.map { ($0.name, $0.property, true) }
    let longest = all.map(\.name.utf8CodeUnitCount).max() ?? 0
    return (0...longest).map { count in all.filter { $0.name.utf8CodeUnitCount == count } }
  }()
}

/// A set of properties.
struct XMPPropertySet: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// A set of one.
  init(_ property: XMPProperty) { rawValue = 1 << property.rawValue }

  /// True when the property is in the set.
  func contains(_ property: XMPProperty) -> Bool { contains(XMPPropertySet(property)) }
}
