import MediaPicker

let catalog = try Catalog.open(at: FilePath(CommandLine.arguments[1]), creating: false)
let session = try await MediaPicker(catalog) { items in print("\(items.count) selected") }
  .mediaSelectionType(.photo)
  .mediaSelectionLimit(2)
  .mediaSelectionStyle(.count)
  .open()

// What a person would see, and tap.
let page = try await session.page(count: 50)
for cell in page.cells {
  for case .refused(let refusal) in try await session.pick(cell.id) {
    print("not \(cell.id): \(refusal.reason.message)")
  }
}
let blocks = try await session.commit()
await session.settle()
print(blocks.isEmpty ? "done" : blocks[0].message)
for item in try await session.pickedItems().items { print(item.media?.path ?? "") }
await catalog.close()
