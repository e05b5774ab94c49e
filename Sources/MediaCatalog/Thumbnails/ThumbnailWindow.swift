package import MediaModel

/// The thumbnails that will be looked at soon, the nearest first.
package enum ThumbnailWindow {
  /// A thumbnail and the file it is made of.
  package struct Element: Sendable {
    let key: ThumbnailKey
    let source: FilePath
    let onLook: @Sendable (PictureLook) async -> Void

    /// Makes a value; `onLook` hears what was learned if it is made.
    package init(
      _ key: ThumbnailKey, source: FilePath,
      onLook: @escaping @Sendable (PictureLook) async -> Void = { _ in }
    ) {
      self.key = key
      self.source = source
      self.onLook = onLook
    }
  }

  /// The places of `count` things by their distance from one of them; of two as far, the later first,
  /// because people scroll forward.
  package static func order(around position: Int, count: Int) -> [Int] {
    guard count > 0 else { return [] }
    let centre = min(max(position, 0), count - 1)
    var order = [centre]
    order.reserveCapacity(count)
    for distance in 1..<max(count, 2) {
      if centre + distance < count { order.append(centre + distance) }
      if centre - distance >= 0 { order.append(centre - distance) }
    }
    return order
  }
}
