/// Short names of the compressions in TIFF files.
enum TIFFCompression {
  /// The name of a value of tag 0x0103; `nil` when it is not known.
  ///
  /// - Note: Source: TIFF 6.0; the TIFF technical notes; Adobe DNG 1.7.1; ExifTool's table of tag
  ///   0x0103 for the makers' own values.
  static func name(_ value: Int) -> String? {
    switch value {
    case 1: "uncompressed"
    case 2: "ccitt-rle"
    case 3: "ccitt-group-3"
    case 4: "ccitt-group-4"
    case 5: "lzw"
    case 6, 7, 34_892, 99: "jpeg"
    case 8, 32_946: "deflate"
    case 9, 10, 34_661: "jbig"
    case 262: "kodak-262"
    case 32_767: "sony-arw"
    case 32_769: "packed-raw"
    case 32_770: "samsung-srw"
    case 32_773: "packbits"
    case 32_809: "thunderscan"
    case 33_003, 33_004, 33_005, 34_712: "jpeg2000"
    case 34_316: "panasonic-raw"
    case 34_676, 34_677: "sgi-log"
    case 34_713: "nikon-nef"
    case 34_887: "lerc"
    case 34_925: "lzma"
    case 50_000: "zstd"
    case 50_001: "webp"
    case 50_002, 52_546: "jpegxl"
    case 65_000: "kodak-dcr"
    case 65_535: "pentax-pef"
    default: nil
    }
  }
}
