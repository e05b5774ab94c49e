import MediaModel
import Testing

@Suite("Encoding policy and bounds, behaviours 2B and G-14") struct EncodingPolicyTests {
  @Test(arguments: [
    (EncodingPolicy.current, true), (.compatible, false), (.automatic(accepting: []), false),
    (.automatic(accepting: ["IMAGE/heic"]), true), (.automatic(accepting: ["image/*"]), true),
    (.automatic(accepting: ["*/*"]), true), (.automatic(accepting: ["image/heic;q=0.9"]), true),
    (.automatic(accepting: ["video/*", "image/jpeg"]), false),
    (.automatic(accepting: ["image/", "image", "*", "image/hei"]), false),
  ])
  func `takes HEIC as it is`(policy: EncodingPolicy, isAccepted: Bool) {
    #expect(policy.accepts("image/heic") == isAccepted)
  }

  @Test func `knows what every program opens`() {
    func verdict(
      _ format: MediaFormat, _ codec: String? = nil, _ hdr: String? = nil
    ) -> CompatibleEncoding.Verdict {
      CompatibleEncoding.verdict(format: format, codec: codec, hdr: hdr)
    }
    for format in MediaFormat.allCases {
      switch format {
      case .jpeg, .png, .gif: #expect(verdict(format) == .compatible)
      case .mp4, .m4v:
        #expect(verdict(format, "h264") == .unknown && verdict(format) == .unknown)
        #expect(verdict(format, "av1") == .incompatible(.codec))
        #expect(verdict(format, "h264", "pq") == .incompatible(.dynamicRange))
      default: #expect(verdict(format, "h264") == .incompatible(.format))
      }
    }
    #expect(verdict(.jpeg, "jpeg", "gain-map") == .compatible)
  }

  @Test func `admits what is inside the bounds`() {
    let bounds = RenditionSpecification(maximumSide: 640, maximumByteCount: 5_000)
    let inside = PixelSize(width: 480, height: 640)
    #expect(bounds.admits(size: inside, byteCount: 5_000) == true)
    #expect(bounds.admits(size: inside, byteCount: 5_001) == false)
    #expect(bounds.admits(size: PixelSize(width: 641, height: 1), byteCount: 1) == false)
    #expect(bounds.admits(size: nil, byteCount: 1) == nil)
    #expect(RenditionSpecification().admits(size: nil, byteCount: .max) == true)
    let odd = RenditionSpecification(maximumSide: 0, maximumByteCount: -1, quality: 900)
    #expect(odd == RenditionSpecification(maximumSide: 16, maximumByteCount: 1_024, quality: 100))
  }
}
