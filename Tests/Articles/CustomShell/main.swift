import MediaPicker

let catalog = try Catalog.open(at: FilePath(CommandLine.arguments[1]), creating: false)
var configuration = PickerConfiguration()
configuration.selection.limit = .range(1...3)
configuration.selection.bounds.byteCount.max = 10_000_000
configuration.showsFullscreenPreview = false
let session = try await PickerSession.open(catalog, configuration)

// One task draws what the session tells, and ends with it.
let events = session.events()
let screen = Task {
  for await event in events {
    switch event.kind {
    case .effect(.changed(let change)): print("selected:", change.items.map(\.id))
    case .effect(.refused(let refusal)): print("refused:", refusal.reason.message)
    case .effect(.modeChanged(let mode)): print("screen:", mode)
    case .effect(.finished(let outcome)): print("end:", outcome.name)
    default: break
    }
  }
}

// The other sends what a person does, one word a line.
var cells: [PickerCell] = []
while session.isPresented, let line = readLine() {
  switch line {
  case "page": cells = try await session.page().cells
  case "albums":
    session.send(.setMode(.albums))
    for album in try await session.albums().prefix(3) { print(album.count, album.title) }
  case "back": session.send(.back)
  case "done": for block in try await session.commit() { print("not yet:", block.message) }
  case "cancel": session.cancel()
  default:
    if let number = Int(line), cells.indices.contains(number) {
      session.send(.tap(cells[number].item.facts))
    }
  }
}
if session.isPresented { session.send(.dismiss) }
await screen.value
await catalog.close()
