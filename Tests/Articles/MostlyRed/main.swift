import MediaPicker

let catalog = try Catalog.open(at: FilePath(CommandLine.arguments[1]), creating: false)
let session = try await MediaPicker(catalog)
  .applyFilter { item in
    guard let id = item.id.mediaID, let look = try await catalog.looks(of: [id])[id] else {
      return nil
    }
    let (red, green, blue) = look.rgb
    return Int(red) > Int(green) + Int(blue) ? item : nil
  }
  .applyFilter { items in items.sorted { ($0.media?.byteCount ?? 0) > ($1.media?.byteCount ?? 0) } }
  .open()
for cell in try await session.page().cells { print(cell.item.media?.path.lastComponent ?? "") }
session.cancel()
await catalog.close()
