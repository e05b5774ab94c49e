/// A HEIF file made of boxes.
package struct PictureFixture {
  /// One item.
  package struct Item {
    package var id: UInt16
    package var type: String
    /// Numbers of properties, from 1, in order.
    package var properties: [UInt8]
    package var content: [UInt8]
    /// Held in `idat` inside the `meta` box instead of `mdat`.
    package var isInData = false
    package var contentType: String?

    /// An item with content and properties.
    package init(
      _ id: UInt16, _ type: String, properties: [UInt8] = [], content: [UInt8] = [0],
      isInData: Bool = false, contentType: String? = nil
    ) {
      self.id = id
      self.type = type
      self.properties = properties
      self.content = content
      self.isInData = isInData
      self.contentType = contentType
    }
  }

  package var brand = "heic"
  package var primary: UInt16 = 1
  package var items: [Item] = []
  package var properties: [[UInt8]] = []
  package var references: [(type: String, from: UInt16, to: [UInt16])] = []
  /// Boxes after the others.
  package var trailer: [UInt8] = []

  /// A file without items.
  package init() {}

  /// A picture of one HEVC item with the properties.
  package init(properties: [UInt8]...) {
    self.properties = properties
    items = [Item(1, "hvc1", properties: (1...UInt8(properties.count)).map { $0 })]
  }

  /// The file.
  package var bytes: [UInt8] {
    let head = BoxBuilder.box("ftyp", BoxBuilder.latin1(brand), BoxBuilder.u32(0))
    let count = meta(mediaOffset: 0).count
    return head + meta(mediaOffset: UInt32(head.count + count + 8))
      + BoxBuilder.box("mdat", items.filter { !$0.isInData }.flatMap(\.content)) + trailer
  }

  private func meta(mediaOffset: UInt32) -> [UInt8] {
    let b = BoxBuilder.self
    let infos = items.flatMap { item in
      b.fullBox(
        "infe", version: 2, b.u16(item.id), b.u16(0), b.latin1(item.type), [0],
        item.contentType.map { b.utf8($0) + [0] } ?? [])
    }
    let arrows = references.flatMap { reference in
      b.box(
        reference.type, b.u16(reference.from), b.u16(UInt16(reference.to.count)),
        reference.to.flatMap(b.u16))
    }
    let associations = items.flatMap {
      b.u16($0.id) + [UInt8($0.properties.count)] + $0.properties.map { $0 | 0x80 }
    }
    return b.fullBox(
      "meta", b.fullBox("hdlr", b.u32(0), b.latin1("pict"), b.zeros(13)),
      b.fullBox("pitm", b.u16(primary)), locations(mediaOffset: mediaOffset),
      b.fullBox("iinf", b.u16(UInt16(items.count)), infos),
      references.isEmpty ? [] : b.fullBox("iref", arrows),
      b.box(
        "iprp", b.box("ipco", properties.flatMap { $0 }),
        b.fullBox("ipma", b.u32(UInt32(items.count)), associations)),
      b.box("idat", items.filter(\.isInData).flatMap(\.content)))
  }

  private func locations(mediaOffset: UInt32) -> [UInt8] {
    let b = BoxBuilder.self
    var media = mediaOffset
    var data: UInt32 = 0
    let entries = items.flatMap { item in
      let count = UInt32(item.content.count)
      let offset = item.isInData ? data : media
      if item.isInData { data += count } else { media += count }
      return b.u16(item.id) + b.u16(item.isInData ? 1 : 0) + b.u16(0) + b.u16(1) + b.u32(offset)
        + b.u32(count)
    }
    return b.fullBox("iloc", version: 1, b.u16(0x4400), b.u16(UInt16(items.count)), entries)
  }

  /// An `ispe` property.
  package static func size(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    BoxBuilder.fullBox("ispe", BoxBuilder.u32(width), BoxBuilder.u32(height))
  }

  /// An `irot` property: quarter turns against the clock.
  package static func turn(_ quarters: UInt8) -> [UInt8] { BoxBuilder.box("irot", [quarters]) }

  /// A `clap` property around the middle.
  package static func crop(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    BoxBuilder.box(
      "clap", [width, 1, height, 1, 0, 1, 0, 1].flatMap { BoxBuilder.u32($0) })
  }
}
