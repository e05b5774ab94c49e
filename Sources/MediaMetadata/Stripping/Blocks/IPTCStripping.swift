internal import MediaModel

/// Takes data sets out of IPTC records.
///
/// - Note: Source: IPTC-NAA Information Interchange Model 4.2.
enum IPTCStripping {
  /// Strips records that begin with a data set.
  ///
  /// - Returns: Records that may be shorter; `nil` when they cannot be understood and must go.
  static func strip(_ records: [UInt8], _ options: MetadataStripping) -> [UInt8]? {
    if options.isTotal { return nil }
    var reader = ByteReader(records)
    var result: [UInt8] = []
    do throws(ByteError) {
      while reader.remaining >= 5 {
        // Records are filled up with zeros.
        guard try reader.peek(UInt8.self, at: reader.position) == 0x1C else { break }
        let start = reader.position
        try reader.skip(1)
        let record = try reader.read(UInt8.self)
        let number = try reader.read(UInt8.self)
        var count = Int(try reader.read(UInt16.self))
        if count & 0x8000 != 0 {
          let width = count & 0x7FFF
          guard width <= 4 else { return nil }
          count = 0
          for _ in 0..<width { count = count << 8 | Int(try reader.read(UInt8.self)) }
        }
        try reader.skip(count)
        if concerns(record, number).isDisjoint(with: options) {
          result += records[start..<reader.position]
        }
      }
    } catch {
      return nil
    }
    guard records[reader.position...].allSatisfy({ $0 == 0 }) else { return nil }
    return result
  }

  private static func concerns(_ record: UInt8, _ number: UInt8) -> MetadataStripping {
    switch (record, number) {
    // Content location, city, sublocation, province, country code and name.
    case (2, 26), (2, 27), (2, 90), (2, 92), (2, 95), (2, 100), (2, 101): .location
    // Title, subject, categories, fixture, keywords, instructions, reference, headline, contact,
    // caption with its writers and pictures, notes.
    case (2, 5), (2, 12), (2, 15), (2, 20), (2, 22), (2, 25), (2, 40), (2, 103), (2, 105),
      (2, 118), (2, 120...122), (2, 125), (2, 230):
      .captions
    // Unique name of the object, job and document identifiers, history.
    case (1, 100), (2, 184), (2, 186...188), (2, 231): .serials
    // A copy of EXIF in text; what no standard has.
    case (2, 232), (4..., _): [.location, .captions, .serials]
    default: []
    }
  }
}

/// Takes what it must from Photoshop's resources.
///
/// - Note: Source: Adobe Photoshop File Formats Specification, "Image Resource Blocks".
enum PhotoshopStripping {
  private static let maximumResources = 1_024

  /// Strips resources, or IPTC records that stand in their place.
  ///
  /// - Returns: Resources that may be shorter; `nil` when they must go.
  static func strip(_ block: [UInt8], _ options: MetadataStripping) -> [UInt8]? {
    if options.isTotal { return nil }
    if block.first == 0x1C { return IPTCStripping.strip(block, options) }
    var reader = ByteReader(block)
    var result: [UInt8] = []
    var hasChangedRecords = false
    var digest: Range<Int>?
    do throws(ByteError) {
      for _ in 0..<maximumResources where reader.remaining >= 12 {
        let start = reader.position
        guard PhotoshopResources.isSignature(try reader.read(UInt32.self)) else {
          guard block[start...].allSatisfy({ $0 == 0 }) else { return nil }
          break
        }
        let id = try reader.read(UInt16.self)
        try reader.skip(Int(try reader.read(UInt8.self)) | 1)
        let head = block[start..<reader.position]
        let count = Int(try reader.read(UInt32.self))
        let content = try reader.bytes(count)
        if count & 1 == 1, !reader.isAtEnd { try reader.skip(1) }
        guard let new = strip(id, content, options) else {
          if id == 0x0404 { hasChangedRecords = true }
          continue
        }
        if id == 0x0404, new != content { hasChangedRecords = true }
        let first = result.count
        result += head
        result += bigEndian(new.count) + new
        if new.count & 1 == 1 { result.append(0) }
        if id == 0x0425 { digest = first..<result.count }
      }
    } catch {
      return nil
    }
    // The digest tells readers which of IPTC and XMP is newer; of other records it is a lie.
    if hasChangedRecords, let digest { result.removeSubrange(digest) }
    return result
  }

  private static func bigEndian(_ count: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
  }

  /// One resource's content, `nil` when it goes.
  private static func strip(
    _ id: UInt16, _ content: [UInt8], _ options: MetadataStripping
  ) -> [UInt8]? {
    switch id {
    case 0x0404:
      let records = IPTCStripping.strip(content, options)
      return records?.isEmpty == true && !content.isEmpty ? nil : records
    case 0x0424: return XMPStripping.strip(content, options)
    // Caption; names of layers and slices; texts of the print dialogue.
    case 0x03F0, 0x041A, 0x0BB7: return options.contains(.captions) ? nil : content
    // Identifiers of documents and layers.
    case 0x0414, 0x0432: return options.contains(.serials) ? nil : content
    // Thumbnails: a head of 28 bytes, in which the size stands at 20, and a JPEG.
    case 0x0409, 0x040C:
      guard content.count > 28, let picture = JPEGStripping.preview(Array(content[28...])) else {
        return nil
      }
      var new = content
      new.replaceSubrange(28..., with: picture)
      new.replaceSubrange(20..<24, with: bigEndian(picture.count))
      return new
    // EXIF a second time, layer comps, count tool, plug-ins: of unknown content.
    case 0x0422, 0x0423, 0x0429, 0x0430, 0x0FA0...0x1387: return nil
    default: return content
    }
  }
}
