internal import MediaModel

/// What the tags of TIFF and EXIF give away.
///
/// - Note: Source: TIFF 6.0; Exif 2.32 (CIPA DC-008) and 3.0; DNG 1.7; MPF (CIPA DC-007); GeoTIFF
///   1.1; ExifTool's table of EXIF tags for those of Microsoft and Adobe.
enum TIFFTags {
  static let orientation: UInt16 = 0x0112
  static let make: UInt16 = 0x010F
  static let exifDirectory: UInt16 = 0x8769
  static let gpsDirectory: UInt16 = 0x8825
  static let interoperability: UInt16 = 0xA005
  static let subdirectories: UInt16 = 0x014A
  static let makerNote: UInt16 = 0x927C
  static let xmp: UInt16 = 0x02BC
  static let iptc: UInt16 = 0x83BB
  static let photoshop: UInt16 = 0x8649
  static let thumbnailOffset: UInt16 = 0x0201
  static let thumbnailCount: UInt16 = 0x0202

  /// What a tag concerns, apart from those that hold blocks of their own.
  static func concerns(_ tag: UInt16) -> MetadataStripping {
    switch tag {
    // GPS directory; GeoTIFF's scale, tie points, transformation, keys, numbers and texts.
    case gpsDirectory, 0x830E, 0x8480, 0x8482, 0x85D8, 0x87AF, 0x87B0, 0x87B1: .location
    // GDAL's texts of any content.
    case 0xA480: [.location, .captions]
    // DocumentName, ImageDescription, PageName, UserComment, XPTitle, XPComment, XPKeywords,
    // XPSubject, ImageTitle.
    case 0x010D, 0x010E, 0x011D, 0x9286, 0x9C9B, 0x9C9C, 0x9C9E, 0x9C9F, 0xA436: .captions
    // HostComputer, ImageID, ImageNumber, SecurityClassification and ImageHistory, ImageUniqueID,
    // CameraOwnerName, BodySerialNumber, LensSerialNumber; DNG's CameraSerialNumber, private data,
    // RawDataUniqueID, OriginalRawFileName and its data, CameraLabel; Camera Raw's OwnerName and
    // SerialNumber; MPF's list of identifiers.
    case 0x013C, 0x800D, 0x9211, 0x9213, 0xA420, 0xA430, 0xA431, 0xA435, 0xC62F, 0xC634, 0xC65D,
      0xC68B, 0xC68C, 0xC7A1, 0xFDE8, 0xFDE9, 0xB003:
      .serials
    // Layers and their texts, which nobody but Photoshop can read.
    case 0x935C: [.location, .captions, .serials]
    default: []
    }
  }

  /// Makers in whose notes ExifTool knows neither places nor names of persons.
  ///
  /// Canon writes a city for the time zone, of some thirty.
  private static let discreetMakers = [
    "apple", "canon", "fujifilm", "olympus", "om digital", "sony", "minolta", "konica minolta",
    "sigma",
  ]

  /// What the note of a maker concerns.
  static func concernsOfNote(by maker: String?) -> MetadataStripping {
    let maker = maker?.lowercased() ?? ""
    let isDiscreet = discreetMakers.contains { maker.hasPrefix($0) }
    return isDiscreet ? .serials : [.location, .captions, .serials]
  }

  /// True for a tag without which a TIFF would look otherwise; nothing else is left by ``all``.
  static func isStructural(_ tag: UInt16) -> Bool {
    switch tag {
    // Baseline: sizes, compression, strips, orientation, density, planes.
    case 0x00FE, 0x00FF, 0x0100...0x0103, 0x0106...0x010A, 0x0111, 0x0112, 0x0115...0x011C, 0x0120,
      0x0121, 0x0122...0x0125, 0x0128, 0x0129:
      true
    // Transfer function, predictor, white point, palette, halftone, tiles, sub-images, inks.
    case 0x012D, 0x013D...0x0147, 0x014A, 0x014C, 0x014D, 0x014E, 0x0150, 0x0152...0x0159, 0x015A,
      0x015B:
      true
    // Old JPEG; YCbCr; profile; SGI's, LogLuv's and LERC's numbers; fax.
    case 0x0200...0x0209, 0x0211...0x0214, 0x8773, 0x80E3...0x80E6, 0x923F, 0xC5F2, 0xC5F3, 0x0146,
      0x0148:
      true
    default: false
    }
  }
}
