internal import CRaw
internal import Glibc
internal import MediaModel

extension RawFile {
  /// Fills in size, turn, camera and date that `metadata` lacks.
  func describe(_ metadata: inout EmbeddedMetadata) {
    if metadata.pixelSize == nil, let size {
      metadata.pixelSize = size
      metadata.orientation = orientation
      metadata.displaySize = orientation.displaySize(of: size)
    }
    let identity = data.pointee.idata
    metadata.camera.make = metadata.camera.make ?? text(identity.make)
    metadata.camera.model = metadata.camera.model ?? text(identity.model)
    if metadata.captureTimes.isEmpty, let time = captureTime {
      metadata.captureTimes.append(time)
    }
  }

  /// LibRaw reads the camera's wall clock as if it were this machine's.
  private var captureTime: CaptureTimeCandidate? {
    var stamp = data.pointee.other.timestamp
    guard stamp > 0 else { return nil }
    var fields = tm()
    guard localtime_r(&stamp, &fields) != nil,
      let time = WallTime(
        year: Int(fields.tm_year) + 1_900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
        hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec))
    else { return nil }
    return CaptureTimeCandidate(source: .exifOriginal, wallTime: time)
  }

  /// A fixed-size text up to its NUL; `nil` when it is empty.
  private func text<Characters>(_ characters: Characters) -> String? {
    let bytes = withUnsafeBytes(of: characters) { Array($0.prefix { $0 != 0 }) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
