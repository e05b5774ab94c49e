internal import FoundationEssentials
public import MediaCatalog
public import MediaModel

/// An item as a reference system's accessors would describe it; behaviours M-01…M-04, M-13, 1D.
///
/// Programs that move from exyte/MediaPicker compare what they get with what they got. Without
/// compatibility, and as PhotosUI, the values are ours.
public struct CompatibilityMedia: Sendable {
  /// Whose values.
  public let compatibility: PickerCompatibility
  /// What is known of the item.
  public let facts: ItemFacts
  /// What tells this value from others: the item's stable id; as exyte, a text that is new for each
  /// value, so that no two of the same item are equal (behaviours Q3).
  public let id: String

  /// Describes an item.
  public init(_ facts: ItemFacts, as compatibility: PickerCompatibility) {
    self.facts = facts
    self.compatibility = compatibility
    id = compatibility == .exyte ? UUID().uuidString : facts.id.description
  }

  /// Image or video; `nil` for anything else, which exyte takes for an image (behaviours M-03).
  public var type: MediaType? { facts.type ?? (compatibility == .exyte ? .image : nil) }

  /// Seconds; `nil` for stills and where it is not known.
  ///
  /// As exyte an item of the library always has a duration, 0 for an image, and only an image that
  /// is a file by itself, such as a capture, has none (behaviours M-04, D1).
  public var duration: Double? {
    let seconds = facts.duration.map { $0 / .seconds(1) }
    guard compatibility == .exyte else { return seconds }
    guard facts.id.mediaID != nil else { return type == .video ? seconds : nil }
    return type == .video ? seconds ?? 0 : 0
  }

  /// The pixels of a thumbnail that was asked to fit into a square; `nil` when the size is not known.
  ///
  /// As exyte a thumbnail's file has the full size whatever was asked for; ours is never larger than
  /// the square nor than the item (behaviours M-13, D2).
  ///
  /// - Parameter side: Pixels of the square, 1 or more.
  /// - Returns: Width and height as shown.
  public func thumbnailSize(within side: Int) -> PixelSize? {
    guard let size = facts.displaySize, compatibility != .exyte else { return facts.displaySize }
    let longest = max(size.width, size.height)
    guard longest > side, longest > 0 else { return size }
    func scaled(_ length: Int) -> Int {
      max(1, Int((Double(length) * Double(side) / Double(longest)).rounded()))
    }
    return PixelSize(width: scaled(size.width), height: scaled(size.height))
  }

  /// Reads something of a source: an error is thrown, or, as exyte, becomes `nil` (behaviours Q5).
  ///
  /// A cancelled task gets its error in any case: a caller that went away is told so.
  ///
  /// - Parameters:
  ///   - source: The item's bytes.
  ///   - accessor: What is wanted, such as `{ try await $0.getData() }`.
  /// - Returns: What was read; `nil` as exyte when it could not be.
  /// - Throws: As the accessor; as exyte `CancellationError` only.
  public func read<Value: Sendable>(
    from source: any MediaSource, _ accessor: (any MediaSource) async throws -> Value
  ) async throws -> Value? {
    do {
      return try await accessor(source)
    } catch let error as CancellationError {
      throw error
    } catch {
      guard compatibility == .exyte else { throw error }
      return nil
    }
  }
}

extension CompatibilityMedia: Hashable {
  /// Compares ids, as the reference does.
  public static func == (left: CompatibilityMedia, right: CompatibilityMedia) -> Bool {
    left.id == right.id
  }
  /// Feeds the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
