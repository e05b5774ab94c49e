import Foundation

/// Programs that give independent answers; a test that needs one is skipped without it.
enum Tools {
  static let ffmpeg = find("ffmpeg")
  static let ffprobe = find("ffprobe")
  static let convert = find("convert")
  static let exiftool = find("exiftool")
  static let cjxl = find("cjxl")

  private static func find(_ name: String) -> String? {
    let found = ["/usr/bin", "/usr/local/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    if found == nil { print("SKIPPED: \(name) is not installed") }
    return found
  }

  /// Runs a program and returns what it wrote.
  @discardableResult
  static func run(_ program: String?, _ arguments: [String]) throws -> String {
    guard let program else { throw CocoaError(.fileNoSuchFile) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return String(decoding: data, as: UTF8.self)
  }
}
