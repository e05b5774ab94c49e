import TestSupport

@testable import MediaMetadata

/// Raw files of makers' own structure, each of a few hundred bytes.
enum RawFixtures {
  /// A JPEG with EXIF, as raw files hold one.
  static var jpeg: [UInt8] {
    var jpeg = JPEGBuilder()
    jpeg.exif(phoneBlock(bigEndian: false))
    jpeg.frame(width: 16, height: 12)
    return jpeg.build()
  }

  private static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    bytes(value, bigEndian: false)
  }

  /// Fujifilm: a header, a JPEG, and a directory of which tag 0x0111 is height and width.
  static var raf: [UInt8] {
    let directory =
      bytes(UInt32(2)) + bytes(UInt16(0x100)) + bytes(UInt16(4)) + bytes(UInt16(1444))
      + bytes(UInt16(4352)) + bytes(UInt16(0x111)) + bytes(UInt16(4)) + bytes(UInt16(1424))
      + bytes(UInt16(4256))
    let head = ascii("FUJIFILMCCD-RAW 0201FF392201") + [UInt8](repeating: 0, count: 56)
    let start = head.count + 16
    return head + bytes(UInt32(start)) + bytes(UInt32(jpeg.count))
      + bytes(UInt32(start + jpeg.count)) + bytes(UInt32(directory.count)) + jpeg + directory
  }

  /// Panasonic: borders of the sensor, and a JPEG.
  static var rw2: [UInt8] {
    let page = TIFFFileBuilder.Directory([
      (2, .short([3984])), (3, .short([2768])), (4, .short([6])), (5, .short([8])),
      (6, .short([2742])), (7, .short([3656])), (0x0B, .short([34_316])),
      (0x2E, .bytes(type: 7, jpeg)), (0x010F, .text("Panasonic")),
    ])
    var file = TIFFFileBuilder([page])
    file.magic = 0x55
    return file.build()
  }

  /// Minolta: dimensions and an EXIF block.
  static var mrw: [UInt8] {
    let dimensions =
      ascii("27200001")
      + [2456, 3272, 2448, 3264].flatMap { bytes(UInt16($0)) } + [UInt8](repeating: 0, count: 8)
    let block = phoneBlock(bigEndian: true)
    let blocks =
      ascii("\0PRD") + bytes(UInt32(24)) + dimensions + ascii("\0TTW")
      + bytes(UInt32(block.count)) + block
    return ascii("\0MRM") + bytes(UInt32(blocks.count)) + blocks
  }

  /// A heap of Canon's: values, a directory, and where the directory begins.
  private static func heap(_ records: [(tag: UInt16, value: [UInt8])]) -> [UInt8] {
    var values: [UInt8] = []
    var table = little(UInt16(records.count))
    for record in records {
      table += little(record.tag)
      if record.tag & 0x4000 != 0 {
        table += record.value
      } else {
        table += little(UInt32(record.value.count)) + little(UInt32(values.count))
        values += record.value
      }
    }
    return values + table + little(UInt32(values.count))
  }

  /// Canon: a heap in a heap.
  static func crw(rotation: Int32 = 0) -> [UInt8] {
    let info =
      little(UInt32(3072)) + little(UInt32(2048)) + little(Float(1).bitPattern)
      + little(rotation) + [UInt8](repeating: 0, count: 12)
    // 2003-11-10 17:39:26.
    let time = little(UInt32(1_068_485_966)) + [UInt8](repeating: 0, count: 8)
    let inner = heap([
      (0x080A, ascii("Canon\0Canon EOS DIGITAL REBEL\0")), (0x1810, info), (0x180E, time),
      (0x580B, little(UInt32(560_018_150)) + [0, 0, 0, 0]),
    ])
    let outer = heap([(0x2005, ascii("raw")), (0x300A, inner)])
    return ascii("II") + little(UInt32(26)) + ascii("HEAPCCDR")
      + [UInt8](repeating: 0, count: 12) + outer
  }

  /// Sigma: a header, properties in UTF-16 and a preview.
  static func x3f(version: UInt16 = 2, rotation: UInt32 = 90) -> [UInt8] {
    var file = ascii("FOVb") + little(UInt16(2)) + little(version)
    file += [UInt8](repeating: 0, count: version >= 4 ? 32 : 20)
    file += little(UInt32(2268)) + little(UInt32(1512)) + little(rotation)
    file += [UInt8](repeating: 0, count: 264 - file.count)
    let properties = [
      ("CAMMANUF", "SIGMA"), ("CAMMODEL", "SIGMA SD10"), ("ISO", "100"), ("EXPTIME", "9290"),
      ("APERTURE", "8.35419"), ("FLENGTH", "30"), ("TIME", "978309395"),
    ]
    var texts: [UInt16] = []
    var table: [UInt8] = []
    for (name, value) in properties {
      table += little(UInt32(texts.count))
      texts += Array(name.utf16) + [0]
      table += little(UInt32(texts.count))
      texts += Array(value.utf16) + [0]
    }
    let section =
      ascii("SECp") + little(UInt32(0x20000)) + little(UInt32(properties.count))
      + little(UInt32(0)) + little(UInt32(0)) + little(UInt32(texts.count)) + table
      + texts.flatMap { little($0) }
    let preview =
      ascii("SECi") + little(UInt32(0x20000)) + little(UInt32(2)) + little(UInt32(18))
      + [UInt8](repeating: 0, count: 12) + jpeg
    let sections = [("PROP", section), ("IMA2", preview)]
    var directory = ascii("SECd") + little(UInt32(0x20000)) + little(UInt32(sections.count))
    for (name, bytes) in sections {
      directory += little(UInt32(file.count)) + little(UInt32(bytes.count)) + ascii(name)
      file += bytes
    }
    let start = little(UInt32(file.count))
    return file + directory + start
  }
}
