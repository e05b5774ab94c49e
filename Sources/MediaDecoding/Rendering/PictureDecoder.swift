internal import MediaModel

/// Chooses the decoder of a format.
struct PictureDecoder {
  let path: FilePath
  let metadata: EmbeddedMetadata
  let geometry: PictureGeometry
  /// Where in a video the poster is, `nil` for the first frame that is not blank.
  var posterTime: Duration?
  let limits: DecodingLimits
  let deadline: Deadline

  /// Decodes what is shown of a file.
  func decode() throws(RenderFailure) -> DecodedPicture {
    switch metadata.format {
    case .jpeg:
      let file = try OpenMedia(path)
      return try JPEGFile(
        limits: limits, orientation: metadata.orientation, geometry: geometry,
        isSRGB: ColorProfile.isSRGB(named: metadata.colorProfile)
      ).decode(file)
    case .png, .gif, .webp, .tiff, .heic, .heif, .avif, .jxl, .jp2: return try decodeStill()
    case .bmp, .pcx, .psd, .pnm: return try decodeByFFmpeg()
    case .ico: return try IconFile(limits: limits).decode(try OpenMedia(path))
    case .svg, .xcf: throw .unsupported(metadata.format)
    default:
      return metadata.format.isRaw
        ? try decodeRaw()
        : try PosterDecoder(
          path: path, geometry: geometry, posterTime: posterTime, limits: limits,
          deadline: deadline
        ).decode()
    }
  }

  /// By libvips; a file it gives up on may still be shown by another decoder.
  private func decodeStill() throws(RenderFailure) -> DecodedPicture {
    do throws(RenderFailure) {
      return try decodeByVips(.path(path), as: metadata.format).inMemory(geometry)
    } catch {
      guard error.code == .undecodable else { throw error }
      switch metadata.format {
      case .png, .gif, .webp, .tiff, .jp2:
        do throws(RenderFailure) { return try decodeByFFmpeg() } catch {}
      case .heic, .heif:
        if let bytes = HEIFRepair.repaired(try OpenMedia(path).read(upTo: limits.fileByteCount)) {
          return try decodeByVips(.memory(Bytes(bytes)), as: metadata.format)
        }
      default: break
      }
      throw error
    }
  }

  /// By LibRaw; what it does not know may have a preview where TIFF has its picture.
  private func decodeRaw() throws(RenderFailure) -> DecodedPicture {
    do throws(RenderFailure) {
      return try RawFile(path, limits: limits, deadline: deadline).decode(geometry)
    } catch {
      guard error.code == .undecodable, !geometry.wantsDetail,
        var decoded = try? decodeByVips(.path(path), as: .tiff)
      else { throw error }
      decoded.isFromEmbeddedPreview = true
      return decoded
    }
  }

  private func decodeByVips(
    _ file: VipsFile, as format: MediaFormat
  ) throws(RenderFailure) -> DecodedPicture {
    let loader = VipsLoader(file: file, format: format, limits: limits, deadline: deadline)
    // These containers turn the picture while it is decoded.
    let orientation = format.isTurnedByDecoder ? .up : metadata.orientation
    let color = CodedColor(of: metadata)
    if format.isHEIF, let shown = metadata.displaySize,
      let thumbnail = try loader.openThumbnail(of: shown),
      geometry.accepts(thumbnail.size, for: shown)
    {
      return DecodedPicture(
        pixels: .lazy(thumbnail), orientation: .up, fullSize: shown, isFromEmbeddedPreview: true,
        codedColor: color)
    }
    let stored = metadata.format == format ? metadata.pixelSize : nil
    let picture = try loader.open(stored: stored) { stored in
      let shown = orientation.displaySize(of: stored)
      return orientation.displaySize(of: geometry.reducedSize(of: shown))
    }
    return DecodedPicture(
      pixels: .lazy(picture), orientation: orientation, codedColor: color,
      gamma: format == .png ? try PNGGamma(OpenMedia(path).read(upTo: PNGGamma.headCount)) : nil)
  }

  private func decodeByFFmpeg() throws(RenderFailure) -> DecodedPicture {
    let file = try OpenMedia(path)
    if let size = metadata.pixelSize {
      let (area, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
      guard !isTooLarge, area <= limits.byteCount / 8 else { throw .tooLarge(size) }
    }
    let bytes = try file.read(upTo: limits.fileByteCount)
    // The fourth byte of an uncompressed bitmap is padding, whatever masks its header has.
    let isPadded =
      metadata.format == .bmp && bytes.count > 34 && bytes[30..<34].allSatisfy { $0 == 0 }
    let bitmap = try StillDecoder(limits: limits, ignoresAlpha: isPadded)
      .decode(bytes, as: metadata.format)
    return DecodedPicture(
      pixels: .bitmap(bitmap), orientation: metadata.orientation)
  }
}

extension MediaFormat {
  fileprivate var isHEIF: Bool { [.heic, .heif, .avif].contains(self) }
  fileprivate var isTurnedByDecoder: Bool { isHEIF || self == .jxl }
}
