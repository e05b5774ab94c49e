/// Element identifiers of Matroska.
///
/// - Note: Source: RFC 9559 §5.1, RFC 8794 §11.2.
enum MatroskaID {
  static let header: UInt32 = 0x1A45_DFA3
  static let docType: UInt32 = 0x4282

  static let segment: UInt32 = 0x1853_8067
  static let seekHead: UInt32 = 0x114D_9B74
  static let seek: UInt32 = 0x4DBB
  static let seekID: UInt32 = 0x53AB
  static let seekPosition: UInt32 = 0x53AC
  static let info: UInt32 = 0x1549_A966
  static let tracks: UInt32 = 0x1654_AE6B
  static let tags: UInt32 = 0x1254_C367
  static let cues: UInt32 = 0x1C53_BB6B
  static let cluster: UInt32 = 0x1F43_B675

  static let timestampScale: UInt32 = 0x2A_D7B1
  static let duration: UInt32 = 0x4489
  static let date: UInt32 = 0x4461
  static let title: UInt32 = 0x7BA9

  static let trackEntry: UInt32 = 0xAE
  static let trackNumber: UInt32 = 0xD7
  static let trackType: UInt32 = 0x83
  static let flagEnabled: UInt32 = 0xB9
  static let codec: UInt32 = 0x86
  static let codecPrivate: UInt32 = 0x63A2
  static let defaultDuration: UInt32 = 0x23_E383
  static let additionMapping: UInt32 = 0x41E4
  static let additionType: UInt32 = 0x41E7

  static let video: UInt32 = 0xE0
  static let pixelWidth: UInt32 = 0xB0
  static let pixelHeight: UInt32 = 0xBA
  static let cropBottom: UInt32 = 0x54AA
  static let cropTop: UInt32 = 0x54BB
  static let cropLeft: UInt32 = 0x54CC
  static let cropRight: UInt32 = 0x54DD
  static let displayWidth: UInt32 = 0x54B0
  static let displayHeight: UInt32 = 0x54BA
  static let displayUnit: UInt32 = 0x54B2
  static let stereoMode: UInt32 = 0x53B8
  static let colour: UInt32 = 0x55B0
  static let transfer: UInt32 = 0x55BA
  static let primaries: UInt32 = 0x55BB
  static let projection: UInt32 = 0x7670
  static let projectionType: UInt32 = 0x7671
  static let yaw: UInt32 = 0x7673
  static let pitch: UInt32 = 0x7674
  static let roll: UInt32 = 0x7675

  static let tag: UInt32 = 0x7373
  static let targets: UInt32 = 0x63C0
  static let tagTrack: UInt32 = 0x63C5
  static let simpleTag: UInt32 = 0x67C8
  static let tagName: UInt32 = 0x45A3
  static let tagText: UInt32 = 0x4487

  static let cuePoint: UInt32 = 0xBB
  static let cuePositions: UInt32 = 0xB7
  static let cueCluster: UInt32 = 0xF1

  static let timestamp: UInt32 = 0xE7
  static let simpleBlock: UInt32 = 0xA3
  static let blockGroup: UInt32 = 0xA0
  static let block: UInt32 = 0xA1
  static let blockDuration: UInt32 = 0x9B
}
