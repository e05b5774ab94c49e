import MediaPicker
import MediaWorkers

// Usage: three-photos CATALOG CACHE
let catalog = try Catalog.open(at: FilePath(CommandLine.arguments[1]), creating: false)
var configuration = WorkerPool.Configuration()
configuration.decodes = true
let workers = WorkerPool(configuration)
let thumbnails = ThumbnailCache(
  folder: FilePath(CommandLine.arguments[2]), renderer: workers, concurrency: 2)

let session = try await MediaPicker(catalog)
  .albums { albums in for album in albums { print("\(album.title): \(album.count)") } }
  .mediaSelectionType(.photo)
  .mediaSelectionLimit(3)
  .delivery(MediaDelivery(thumbnails: thumbnails, deadline: .seconds(30)))
  .open()

// Three taps; a fourth would be refused with a reason.
let page = try await session.page(count: 4)
for cell in page.cells { session.send(.toggle(cell.item.facts)) }
for block in try await session.commit() { print(block.message) }

for item in try await session.pickedItems().items {
  let thumbnail = try await item.source.getThumbnailData(ThumbnailSpecification(side: 64))
  let size = item.facts.displaySize.map { "\($0.width)×\($0.height)" } ?? "?"
  print(item.media?.path.lastComponent ?? "", size, thumbnail.count > 0)
}

await workers.close()
await catalog.close()
