import MediaCatalog
import MediaModel
import MediaPicker
import Synchronization

/// A client's own source, without bytes.
struct NamedSource: MediaSource {
  var name: String
  var identity: MediaIdentity { .named(name) }
  var mediaType: MediaType? { .image }
  func offers(within bounds: RenditionSpecification) async throws -> [MediaOffer] { [] }
}

extension PickerItem {
  /// A client's own item.
  static func foreign(_ name: String) -> PickerItem {
    PickerItem(
      source: NamedSource(name: name),
      facts: ItemFacts(id: .source(name), type: .image, mime: "image/png"))
  }
}

/// Client's own items `0`, `1`, ….
func foreignItems(_ count: Int) -> [PickerItem] { (0..<count).map { .foreign(String($0)) } }

/// Collects from many tasks.
final class Log<Element: Sendable>: Sendable {
  private let contents = Mutex<[Element]>([])
  var all: [Element] { contents.withLock { $0 } }
  func append(_ element: Element) { contents.withLock { $0.append(element) } }
}

struct Refused: Error {}

/// Lets others go on; ends a loop whose time is over.
func pause() async throws {
  try Task.checkCancellation()
  await Task.yield()
}
