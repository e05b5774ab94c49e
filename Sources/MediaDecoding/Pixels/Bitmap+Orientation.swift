internal import MediaModel

extension Bitmap {
  /// The picture as it is shown; itself when nothing is to turn.
  func upright(_ orientation: Orientation) throws(RenderFailure) -> Bitmap {
    if orientation == .up { return self }
    let shown = orientation.displaySize(of: size)
    let turned = try Bitmap(width: shown.width, height: shown.height, channels: channels)
    let (origin, right, down) = steps(orientation)
    var target = 0
    for row in 0..<shown.height {
      var source = origin + row * down
      for _ in 0..<shown.width {
        for channel in 0..<channels {
          turned.pixels[target + channel] = pixels[source + channel]
        }
        target += channels
        source += right
      }
    }
    return turned
  }

  /// Where the shown picture begins in memory, and how far one step right and one step down are.
  private func steps(_ orientation: Orientation) -> (origin: Int, right: Int, down: Int) {
    let (lastColumn, lastRow) = ((width - 1) * channels, (height - 1) * stride)
    switch orientation {
    case .up: return (0, channels, stride)
    case .upMirrored: return (lastColumn, -channels, stride)
    case .down: return (lastRow + lastColumn, -channels, -stride)
    case .downMirrored: return (lastRow, channels, -stride)
    case .leftMirrored: return (0, stride, channels)
    case .right: return (lastRow, -stride, channels)
    case .rightMirrored: return (lastRow + lastColumn, -stride, -channels)
    case .left: return (lastColumn, stride, -channels)
    }
  }
}
