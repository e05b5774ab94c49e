import MediaModel
import TestSupport
import Testing

@testable import MediaWorkers

extension WorkerTests {
  @Suite("Plans of copies from workers", .timeLimit(.minutes(20))) struct DeliveryPoolTests {
    private func failure(_ pool: WorkerPool, _ path: FilePath) async -> DeliveryFailure? {
      await #expect(throws: DeliveryFailure.self) {
        try await pool.deliveryPlan(for: path, stripping: .all)
      }
    }

    @Test func `come as they were made, for what was asked`() async throws {
      let pool = PoolFixture.pool(deadline: .seconds(20))
      let plan = try await pool.deliveryPlan(for: "/x/ok", stripping: [.location, .serials])
      #expect(plan.pieces == [.original(2..<10), .bytes([5]), .zeros(3)])
      #expect(plan.stamp.size == 10)
      let refused = await failure(pool, "/nothing")
      #expect(refused?.code == .unsupported && refused?.reason == "nothing can be taken out")
      await pool.close()
    }

    @Test(arguments: [
      ("crash", DeliveryFailure.Code.crashed), ("hang", .timedOut), ("garbage", .crashed),
      ("outside", .crashed),
    ])
    func `fail for the file that is the end of a worker`(
      word: String, code: DeliveryFailure.Code
    ) async throws {
      if PoolFixture.isSanitized { return }
      let pool = PoolFixture.pool(deadline: code == .timedOut ? .milliseconds(300) : .seconds(20))
      #expect(await failure(pool, FilePath("/x/\(word)"))?.code == code)
      #expect(try await pool.deliveryPlan(for: "/x/ok", stripping: .all).byteCount == 12)
      await pool.close()
    }
  }
}

@Suite("Plans of copies between processes") struct DeliveryFieldTests {
  private func encoded<Value: FieldCoded>(_ value: Value) -> [UInt8] {
    var encoder = FieldCodec()
    encoder.write(value)
    return encoder.output
  }

  private func decoded<Value: FieldCoded>(_ bytes: [UInt8], _: Value.Type) throws -> Value {
    try bytes.withUnsafeBytes { bytes in
      var decoder = FieldCodec(reading: bytes)
      return try decoder.read(Value.self)
    }
  }

  private func outcome(_ random: inout SeededGenerator) -> DeliveryOutcome {
    if random.next() & 3 == 0 {
      return .failed(DeliveryFailure(code: .malformed, reason: "é \(random.next())"))
    }
    var cursor: Int64 = 0
    var pieces: [DeliveryPlan.Piece] = []
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      switch random.next() % 3 {
      case 0:
        let start = cursor + Int64.random(in: 0...1 << 40, using: &random)
        cursor = start + Int64.random(in: 1...1 << 40, using: &random)
        pieces.append(.original(start..<cursor))
      case 1: pieces.append(.bytes(Array(repeating: 7, count: Int(random.next() % 50))))
      default: pieces.append(.zeros(Int64.random(in: 1...100, using: &random)))
      }
    }
    let stamp = FileStamp(
      size: cursor + 10_000, modificationTime: 3, changeTime: -4, inode: 5)
    return .planned(DeliveryPlan(pieces, of: stamp))
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `come back as they went, and never trap when damaged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let outcome = outcome(&random)
      var bytes = encoded(outcome)
      #expect(try decoded(bytes, DeliveryOutcome.self) == outcome, "seed \(seed)")
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8(1) << (random.next() & 7)
      if case .planned(let plan)? = try? decoded(bytes, DeliveryOutcome.self) {
        #expect(plan.isSound)
      }
    }
    let request = Request(operation: .planDelivery([.captions]), batch: 1, paths: ["/x"])
    #expect(try decoded(encoded(request), Request.self).operation == request.operation)
  }
}
