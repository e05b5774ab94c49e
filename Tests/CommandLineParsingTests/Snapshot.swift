import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Compares a text with a file under `Snapshots/`.
///
/// `RECORD_SNAPSHOTS=1` rewrites the file and still fails, so that a recording is never a proof.
func expectSnapshot(
  _ text: String, named name: String, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = file.split(separator: "/").dropLast().joined(separator: "/")
  let path = "/\(folder)/Snapshots/\(name)"
  if getenv("RECORD_SNAPSHOTS") != nil {
    write(text, to: path)
    Issue.record(
      "recorded \(name); run again without RECORD_SNAPSHOTS", sourceLocation: sourceLocation)
    return
  }
  let recorded = read(path)
  if let recorded, recorded == text { return }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let expected = (recorded ?? "").split(separator: "\n", omittingEmptySubsequences: false)
  let first = zip(lines, expected).prefix { $0 == $1 }.count
  Issue.record(
    """
    \(name) differs at line \(first + 1)
    recorded: \(first < expected.count ? String(expected[first]) : "(end)")
    now:      \(first < lines.count ? String(lines[first]) : "(end)")
    """, sourceLocation: sourceLocation)
}

private func write(_ text: String, to path: String) {
  guard let file = fopen(path, "w") else {
    Issue.record("cannot write \(path)")
    return
  }
  let bytes = Array(text.utf8)
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}

private func read(_ path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer[..<count]
  }
}
