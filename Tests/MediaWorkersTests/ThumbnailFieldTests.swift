import MediaModel
import TestSupport
import Testing

@testable import MediaWorkers

@Suite("Thumbnails between processes") struct ThumbnailFieldTests {
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

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `come back as they went`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let outcome = RenderOutcome(from: &random)
      #expect(try decoded(encoded(outcome), RenderOutcome.self) == outcome, "seed \(seed)")
      let specification = ThumbnailSpecification(from: &random)
      let request = Request(operation: .makeThumbnails(specification), batch: 7, paths: ["/x"])
      let read = try decoded(encoded(request), Request.self)
      #expect(read.operation == request.operation && read.paths == request.paths)
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `throw and never trap when they are damaged`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<500 {
      var bytes = encoded(RenderOutcome(from: &random))
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
      } else {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8(1) << (random.next() & 7)
      }
      do { _ = encoded(try decoded(bytes, RenderOutcome.self)) } catch { refused += 1 }
    }
    #expect(refused > 100)
  }

  @Test func `arrive inside their ranges, whatever a caller has put in`() throws {
    var wild = ThumbnailSpecification(bound: PixelSize(width: 100, height: 100))
    wild.bound = PixelSize(width: 1 << 20, height: 0)
    wild.quality = -1
    wild.posterTime = .seconds(Int64.max)
    let read = try decoded(encoded(Operation.makeThumbnails(wild)), Operation.self)
    guard case .makeThumbnails(let tame) = read else {
      Issue.record("another operation arrived")
      return
    }
    #expect(tame.bound == PixelSize(width: 4_096, height: 16) && tame.quality == 1)
    #expect(tame.posterTime.map { $0 > .zero && $0 < .seconds(1 << 40) } == true)
  }

  @Test func `of another version are refused by their first fields alone`() throws {
    // What version 1 said: no protections.
    var old = FieldCodec()
    old.write(UInt32(0x4B57_434D))
    old.write(UInt32(1))
    var layout: UInt64 = 12
    try old.eightBytes(&layout)
    old.write(UInt32(3))
    let hello = try old.output.withUnsafeBytes { bytes throws(FieldError) in
      var decoder = FieldCodec(reading: bytes)
      return try decoder.read(Hello.self)
    }
    #expect(hello.complaint?.contains("another version") == true)
  }
}

extension RenderOutcome {
  init(from random: inout SeededGenerator) {
    if Int.random(in: 0..<4, using: &random) == 0 {
      self = .failure(
        RenderFailure(code: RenderFailure.Code(rawValue: random.text()), reason: random.text()))
      return
    }
    self = .success(
      RenderedThumbnail(
        bytes: random.list { UInt8(truncatingIfNeeded: $0.next()) }, size: PixelSize(from: &random),
        isFromEmbeddedPreview: Bool.random(using: &random), differenceHash: random.next(),
        meanColor: UInt32(truncatingIfNeeded: random.next()),
        look: random.maybe { random in
          PictureLook(
            hash: PerceptualHash(
              bits: random.next(), detail: UInt8(truncatingIfNeeded: random.next())),
            dominantColor: UInt32(truncatingIfNeeded: random.next()),
            placeholder: random.list { UInt8(truncatingIfNeeded: $0.next()) })
        }))
  }
}

extension ThumbnailSpecification {
  init(from random: inout SeededGenerator) {
    self.init(
      bound: PixelSize(from: &random), fit: Fit.allCases.randomElement(using: &random) ?? .inside,
      format: Format.allCases.randomElement(using: &random) ?? .jpeg,
      quality: random.integer() >> 40,
      posterTime: random.maybe { .milliseconds($0.next() >> 34) })
  }
}
