/// Short names of video codecs, as FFmpeg calls them.
enum VideoCodec {
  /// The codec behind the type of a visual sample entry; `nil` when it is not known.
  ///
  /// - Note: Source: the MP4 registration authority's codec list; QuickTime's and AVI's older codes.
  static func name(sampleEntry type: FourCC) -> String? {
    switch type {
    case "avc1", "avc2", "avc3", "avc4", "dva1", "dvav", "ai12", "ai15", "ai1q", "ai5q", "H264",
      "h264", "X264", "x264":
      "h264"
    case "hvc1", "hev1", "hvc2", "hev2", "dvh1", "dvhe", "lhv1", "lhe1": "hevc"
    case "av01", "dav1": "av1"
    case "vvc1", "vvi1": "vvc"
    case "vp08": "vp8"
    case "vp09": "vp9"
    case "mp4v", "XVID", "xvid", "DIVX", "divx", "DX50", "FMP4", "3IV2", "fmp4": "mpeg4"
    case "s263", "h263", "H263": "h263"
    case "jpeg", "mjpa", "mjpb", "AVDJ", "dmb1", "AVRn", "MJPG", "mjpg": "mjpeg"
    case "mjp2": "jpeg2000"
    case "png ": "png"
    case "gif ": "gif"
    case "tiff": "tiff"
    case "apch", "apcn", "apcs", "apco", "ap4h", "ap4x", "aprn", "aprh": "prores"
    case "AVdn", "AVdh": "dnxhd"
    case "CFHD": "cfhd"
    case "SVQ1", "svqi": "svq1"
    case "SVQ3": "svq3"
    case "cvid": "cinepak"
    case "rle ": "qtrle"
    case "rpza", "azpr": "rpza"
    case "smc ": "smc"
    case "vc-1": "vc1"
    case "WMV3": "wmv3"
    case "DIV3", "div3", "3IVD": "msmpeg4v3"
    case "raw ", "2vuy", "yuv2", "yuvs", "2Vuy", "yv12", "I420": "rawvideo"
    case "v210": "v210"
    case "Hap1", "Hap5", "HapY", "HapM", "HapA": "hap"
    case "icod": "aic"
    case "FFV1": "ffv1"
    case "mp1v", "m1v1", "m1v ": "mpeg1video"
    case "mp2v", "m2v1", "MPEG", "hdv1", "hdv2", "hdv3", "hdv5", "hdv6", "hdv7", "hdv8", "hdv9",
      "xdv1", "xdv2", "xdv3", "xdv4", "xdv5", "xdv6", "xdv7", "xdv8", "xdv9", "xdva", "xdvb",
      "xdvc", "xdvd", "xdve", "xdvf", "xd5a", "xd5b", "xd5c", "xd5d", "xd5e", "xd5f", "mx5n",
      "mx5p", "mx4n", "mx4p", "mx3n", "mx3p":
      "mpeg2video"
    case "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvh2", "dvh3", "dvh4", "dvh5", "dvh6", "dvhp",
      "dvhq", "AVdv", "AVd1", "dslv", "pdvc":
      "dvvideo"
    default: nil
    }
  }

  /// The codec behind the object type of an `esds` box; `nil` when it is not known.
  ///
  /// - Note: Source: ISO/IEC 14496-1:2010 table 5.
  static func name(objectType: UInt8) -> String? {
    switch objectType {
    case 0x20: "mpeg4"
    case 0x21: "h264"
    case 0x23: "hevc"
    case 0x60...0x65: "mpeg2video"
    case 0x6A: "mpeg1video"
    case 0x6C: "mjpeg"
    case 0x6D: "png"
    case 0x6E: "jpeg2000"
    case 0xA3: "vc1"
    case 0xA4: "dirac"
    case 0xB1: "vp9"
    default: nil
    }
  }

  /// The codec of a HEIF item; `nil` for derived and unknown items.
  ///
  /// - Note: Source: ISO/IEC 23008-12:2022 annexes B, C, E, H; AV1 Image File Format 1.1.
  static func name(itemType type: FourCC) -> String? {
    switch type {
    case "jpeg": "jpeg"
    case "unci": "rawvideo"
    case "j2k1": "jpeg2000"
    default: name(sampleEntry: type)
    }
  }
}
