internal import CFFmpeg
internal import MediaModel

/// How the frames of a stream are shown.
struct StreamGeometry {
  let orientation: Orientation
  /// Width over height of one pixel.
  let pixelAspect: Double

  /// Reads the display matrix and the pixel aspect of a stream.
  init(
    _ stream: UnsafeMutablePointer<AVStream>, in context: UnsafeMutablePointer<AVFormatContext>,
    frame: UnsafeMutablePointer<AVFrame>? = nil
  ) {
    let aspect = av_guess_sample_aspect_ratio(context, stream, frame).value
    pixelAspect = aspect > 1.0 / 16 && aspect < 16 ? aspect : 1
    orientation = Self.orientation(of: stream)
  }

  /// The size as shown of stored pixels, pixel aspect included; the longer side of a pixel grows.
  func displaySize(of size: PixelSize) -> PixelSize { orientation.displaySize(of: square(size)) }

  /// The size in square pixels, before turning.
  func square(_ size: PixelSize) -> PixelSize {
    guard abs(pixelAspect - 1) > 0.001 else { return size }
    return PixelSize(
      width: max(1, Int((Double(size.width) * pixelAspect).rounded())), height: size.height)
  }

  private static func orientation(of stream: UnsafeMutablePointer<AVStream>) -> Orientation {
    var count = 0
    guard let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &count),
      count >= 36
    else { return .up }
    return data.withMemoryRebound(to: Int32.self, capacity: 9) { matrix in
      DisplayTurn(a: matrix[0], b: matrix[1], c: matrix[3], d: matrix[4]).orientation
    }
  }
}

/// The linear part of a display matrix: (x, y) is shown at (a·x + c·y, b·x + d·y).
private struct DisplayTurn {
  let a: Int32
  let b: Int32
  let c: Int32
  let d: Int32

  /// The nearest of the eight turns of EXIF; `up` for odd angles.
  var orientation: Orientation {
    if min(a.magnitude, d.magnitude) > max(b.magnitude, c.magnitude) {
      return a > 0 ? (d > 0 ? .up : .downMirrored) : (d > 0 ? .upMirrored : .down)
    }
    if min(b.magnitude, c.magnitude) > max(a.magnitude, d.magnitude) {
      return b > 0 ? (c > 0 ? .leftMirrored : .right) : (c > 0 ? .left : .rightMirrored)
    }
    return .up
  }
}
