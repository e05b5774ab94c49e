internal import MediaModel

/// Reads a file with the reader of its container.
///
/// Formats without a reader here are known by their format alone; decoders add the rest.
func readContainer(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  switch metadata.format {
  case .jpeg: try readJPEG(source, into: &metadata)
  case .png: try readPNG(source, into: &metadata)
  case .gif: try readGIF(source, into: &metadata)
  case .webp: try readWebP(source, into: &metadata)
  case .heic, .heif, .avif, .cr3, .mp4, .m4v, .quickTime, .threeGPP, .threeGPP2:
    try readISOBMFF(source, format: metadata.format, into: &metadata)
  case .matroska, .webm: try readMatroska(source, into: &metadata)
  case .tiff, .dng, .cr2, .nef, .arw, .orf, .pef, .srw, .raw3fr, .erf, .kdc:
    try readTIFF(source, into: &metadata)
  case .rw2: try readRW2(source, into: &metadata)
  case .raf: try readRAF(source, into: &metadata)
  case .crw: try readCRW(source, into: &metadata)
  case .x3f: try readX3F(source, into: &metadata)
  case .mrw: try readMRW(source, into: &metadata)
  case .bmp: try readBMP(source, into: &metadata)
  case .ico: try readICO(source, into: &metadata)
  case .jxl: try readJXL(source, into: &metadata)
  case .jp2: try readJP2(source, into: &metadata)
  case .psd: try readPSD(source, into: &metadata)
  case .pcx: try readPCX(source, into: &metadata)
  case .svg: try readSVG(source, into: &metadata)
  case .pnm: try readPNM(source, into: &metadata)
  case .xcf: try readXCF(source, into: &metadata)
  case .avi, .mpegTS, .mpegPS, .asf, .flv, .ogv, .dv, .wtv, .realMedia, .mxf: break
  }
}
