internal import Glibc
package import MediaModel

/// Reads what one media file says of itself.
package struct MetadataReader: Sendable {
  /// Makes a reader; it holds nothing.
  package init() {}

  /// Reads the file at `path`.
  ///
  /// The state of the file is taken before and after. A file that changed in between is read once
  /// more, then reported as changing.
  ///
  /// - Complexity: A few reads of the file's head for most formats; blocks the calling thread.
  package func outcome(for path: FilePath) -> MetadataOutcome {
    for _ in 0..<2 {
      if let outcome = attempt(path) { return outcome }
    }
    return .failed(
      ReadFailure(code: .changing, reason: "The file keeps changing while it is read."))
  }

  /// Reads once; `nil` when the file changed meanwhile.
  private func attempt(_ path: FilePath) -> MetadataOutcome? {
    let file: OpenFile
    do { file = try OpenFile(path) } catch { return .failed(error) }
    defer { file.close() }
    guard let before = file.state() else { return .failed(.system(errno)) }
    guard before.isRegular else { return unrecognised(path, "It is not a regular file.") }
    let outcome = read(file, before.stamp, path)
    guard let after = file.state() else { return .failed(.system(errno)) }
    return after.stamp == before.stamp ? outcome : nil
  }

  private func read(_ file: OpenFile, _ stamp: FileStamp, _ path: FilePath) -> MetadataOutcome {
    guard stamp.size > 0 else {
      return Self.promise(of: path) == nil
        ? .notMedia : .failed(ReadFailure(code: .empty, reason: "The file has no bytes."))
    }
    let source = ByteSource(descriptor: file.descriptor, count: stamp.size)
    do {
      guard let format = Self.refine(try sniff(source), path) else {
        return unrecognised(path, "Its content is of no known media format.")
      }
      return read(source, as: format, stamp, path)
    } catch {
      return .failed(ReadFailure(error, format: nil))
    }
  }

  private func read(
    _ source: ByteSource, as format: MediaFormat, _ stamp: FileStamp, _ path: FilePath
  ) -> MetadataOutcome {
    var metadata = EmbeddedMetadata(format: format)
    do {
      try readContainer(source, into: &metadata)
    } catch ContainerError.notMedia(let sentence) {
      return unrecognised(path, sentence)
    } catch ContainerVerdict.audioOnly {
      return unrecognised(path, "It holds sound but no picture.")
    } catch ByteError.system(let code) {
      return .failed(.system(code))
    } catch {
      let failure = ReadFailure(error, format: format)
      guard metadata.pixelSize != nil else { return .failed(failure) }
      metadata.warnings.append(MetadataWarning(tag: "file", reason: failure.reason))
    }
    metadata.complete()
    return .media(metadata, stamp)
  }

  /// A file that is no media by content: nothing at all, unless its name promises media.
  private func unrecognised(_ path: FilePath, _ sentence: String) -> MetadataOutcome {
    guard let promise = Self.promise(of: path) else { return .notMedia }
    return .failed(
      ReadFailure(code: .notMedia, reason: "The name promises \(promise.mime). \(sentence)"))
  }

  private static func promise(of path: FilePath) -> MediaFormat? {
    path.fileExtension.flatMap(MediaFormat.promised(byExtension:))
  }

  /// Lets the name decide between kinds of raw file that only their makers' tags tell apart.
  static func refine(_ format: MediaFormat?, _ path: FilePath) -> MediaFormat? {
    guard format == .tiff, let promise = promise(of: path), promise.isRaw else { return format }
    return promise
  }
}

extension EmbeddedMetadata {
  /// Fills in what follows from other fields.
  fileprivate mutating func complete() {
    if displaySize == nil { displaySize = pixelSize.map(orientation.displaySize(of:)) }
    if isAnimated { subtypes.insert(.animated) }
    if format.isRaw { subtypes.insert(.raw) }
  }
}

extension ReadFailure {
  /// Says in words why the bytes could not be read.
  fileprivate init(_ error: any Error, format: MediaFormat?) {
    switch error {
    case let failure as ReadFailure: self = failure
    case ContainerError.malformed(let sentence), ContainerError.notMedia(let sentence):
      self.init(code: .malformed, reason: sentence, format: format)
    case ByteError.outOfBounds:
      self.init(code: .malformed, reason: "The structure points past its end.", format: format)
    case ByteError.budgetExhausted:
      self.init(
        code: .malformed, reason: "The structure asks for more reading than a file is worth.",
        format: format)
    case ByteError.system(let code): self = .system(code)
    default: self.init(code: .malformed, reason: "\(error)", format: format)
    }
  }
}
