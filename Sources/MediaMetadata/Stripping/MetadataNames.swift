internal import MediaModel

/// Tells by a property's name what it gives away.
///
/// The namespace plays no part: programs write the same names into many, and a name too many that
/// goes is better than one that stays.
///
/// - Note: Source: XMP specification parts 1 and 2; IPTC Photo Metadata 2023.1; Exif 2.32 metadata
///   for XMP; MWG 2.0 (regions); ExifTool's XMP tables for makers' and programs' own names.
enum MetadataNames {
  /// What a property of this name concerns.
  ///
  /// - Parameter name: A name such as `Iptc4xmpCore:Location`, `exif:GPSLatitude` or
  ///   `com.apple.quicktime.location.ISO6709`; upper and lower case are the same.
  /// - Returns: Nothing for a name that gives nothing away.
  static func concerns(_ name: String) -> MetadataStripping {
    var result: MetadataStripping = []
    let whole = name.lowercased()
    for part in whole.split(whereSeparator: { ":./ ".contains($0) }) {
      if let known = table[String(part)] { result.formUnion(known) }
      if part.hasPrefix("gps") { result.insert(.location) }
    }
    let bytes = Array(whole.utf8)
    for (option, texts) in fragments where texts.contains(where: { holds(bytes, $0) }) {
      result.insert(option)
    }
    return result
  }

  /// True when the bytes of a name hold a fragment.
  private static func holds(_ name: [UInt8], _ fragment: [UInt8]) -> Bool {
    guard let first = fragment.first, name.count >= fragment.count else { return false }
    for start in 0...name.count - fragment.count where name[start] == first {
      if name[start..<start + fragment.count].elementsEqual(fragment) { return true }
    }
    return false
  }

  private static let fragments: [(option: MetadataStripping, texts: [[UInt8]])] = [
    (
      MetadataStripping.location,
      split("latitude longitude longtitude altitude gpslat gpslong geotag iso6709")
    ),
    (MetadataStripping.serials, split("serial makernote uniqueid shotlog shot_log")),
    (
      MetadataStripping.captions,
      split("caption keyword usercomment imagedescription personinimage")
    ),
  ]

  private static func split(_ words: String) -> [[UInt8]] {
    words.split(separator: " ").map { word in Array(word.utf8) }
  }

  private static let table: [String: MetadataStripping] = {
    var table: [String: MetadataStripping] = [:]
    for (option, names) in [
      (MetadataStripping.location, location), (.captions, captions), (.serials, serials),
    ] {
      for name in names.split(separator: " ") { table[String(name), default: []].insert(option) }
    }
    return table
  }()

  private static let location = """
    location locationcreated locationshown locationname city state country countrycode countryname \
    sublocation provincestate province worldregion iso-countrycode lat long lon geo loci xyz place \
    placename address contentlocationname contentlocationcode
    """

  private static let captions = """
    title title_sort description subject headline captionwriter instructions hierarchicalsubject \
    weightedflatsubject tagslist catalogsets categories category supplementalcategories regions \
    regioninfo regionlist imageregion personality people persondisplayname \
    alttextaccessibility extdescraccessibility subjectcode scene \
    intellectualgenre event eventid organisationinimagename organisationinimagecode \
    artworkorobject productinimage transmissionreference notes note comment comments xptitle \
    xpcomment xpsubject textlayers documentname displayname logcomment shotname objectname \
    synopsis lyrics collection collectionname collections faces facename imagetitle \
    information inf des cmt nam
    """

  private static let serials = """
    documentid instanceid originaldocumentid imagenumber shuttercount rawfilename derivedfrom \
    history ingredients managedfrom renditionof manifest pantry preservedfilename \
    documentancestors burstid burstuuid mediagroupuuid contentidentifier \
    identifier digitalimageguid digimageguid registryid imagesupplierimageid camerasn drone-id \
    hostcomputer apple_id mediauid cameraid umid owner ownername \
    cameraownername
    """
}
