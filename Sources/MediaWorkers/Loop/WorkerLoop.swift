internal import LinuxSystem
internal import MediaModel

/// The worker's side: reads requests, asks a reader, a renderer or a planner about each file, answers.
///
/// Answers leave in frames of some 64 KiB, and at the end of a batch. When the worker dies, what it
/// had not sent yet is asked again of the next one; only the file it was at is under suspicion.
struct WorkerLoop {
  /// What the worker says of itself.
  var hello: Hello
  /// What the kernel grants each file.
  var budget: WorkerBudget
  /// Gives one file's metadata; never called from two threads.
  let read: (FilePath) -> MetadataOutcome
  /// Gives one file's thumbnail; never called from two threads.
  let render: (FilePath, ThumbnailSpecification) -> RenderOutcome
  /// Plans one file's stripped copy; never called from two threads.
  let plan: (FilePath, MetadataStripping) -> DeliveryOutcome

  /// Works until the parent closes its end.
  ///
  /// - Throws: ``LinuxError`` when a pipe fails, ``FieldError`` when a request makes no sense.
  mutating func run(
    input: borrowing Descriptor, output: borrowing Descriptor, progress: SharedWord
  ) throws {
    try hello.frame().withUnsafeBytes { try output.writeAll($0) }
    var buffer = FrameBuffer()
    var answers = FieldCodec()
    while true {
      let request = try buffer.next { bytes throws(FieldError) in
        var decoder = FieldCodec(reading: bytes)
        return try decoder.read(Request.self)
      }
      if let request {
        try answer(request, &answers, output, progress)
      } else {
        let count = try buffer.fill { space throws(LinuxError) in try input.read(into: space) }
        if count == 0 { return }
      }
    }
  }

  private mutating func answer(
    _ request: Request, _ answers: inout FieldCodec, _ output: borrowing Descriptor,
    _ progress: SharedWord
  ) throws {
    var head = ResponseHead()
    head.batch = request.batch
    let kind = request.operation.kind
    for (place, path) in request.paths.enumerated() {
      let now = MonotonicClock.milliseconds()
      progress.store(Progress(place: place, since: now).word)
      try budget.grant(kind, at: now)
      OwnProcess.forgetLastError()
      switch request.operation {
      case .readMetadata: append(read(path), to: &answers)
      case .makeThumbnails(let specification): append(render(path, specification), to: &answers)
      case .planDelivery(let stripping): append(plan(path, stripping), to: &answers)
      }
      head.count += 1
      if answers.output.count >= Frame.flushCount { try send(&head, &answers, output) }
    }
    head.isLast = true
    head.residentByteCount = UInt64(OwnProcess.residentByteCount())
    try send(&head, &answers, output)
  }

  private func append<Outcome: FileOutcome>(_ outcome: Outcome, to answers: inout FieldCodec) {
    let start = answers.output.count
    answers.write(outcome)
    let count = answers.output.count - start
    guard count > Outcome.maximumByteCount else { return }
    answers.output.removeSubrange(start...)
    answers.write(Outcome(.tooLarge(count)))
  }

  private func send(
    _ head: inout ResponseHead, _ answers: inout FieldCodec, _ output: borrowing Descriptor
  ) throws {
    var beginning = FieldCodec()
    beginning.output = [0, 0, 0, 0]
    beginning.write(head)
    let count = beginning.output.count - Frame.headCount + answers.output.count
    beginning.set(UInt32(count), at: 0)
    try beginning.output.withUnsafeBytes { try output.writeAll($0) }
    try answers.output.withUnsafeBytes { try output.writeAll($0) }
    answers.output.removeAll(keepingCapacity: true)
    head.first += head.count
    head.count = 0
  }
}

extension Descriptor {
  /// Writes all, blocking.
  borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) throws(LinuxError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try write(rest) ?? 0
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
