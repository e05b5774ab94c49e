import CatalogTestSupport
import MediaCatalog
import MediaModel
import SQLiteDatabase
import Testing

@Suite("The public view v_media") struct PublicViewTests {
  @Test func `has the columns of the documented fields, in their order`() async throws {
    let fixture = try await CatalogFixture()
    let columns = try await fixture.catalog.database.read { connection in
      try connection.rows("SELECT name FROM pragma_table_info('v_media')").compactMap { $0[0].text }
    }
    #expect(columns == MediaField.all.map(\.name))
  }

  @Test func `says what the fields say, row by row`() async throws {
    let fixture = try await CatalogFixture()
    try await fixture.add("plain.jpg", day: 3)
    let rich = try await fixture.add("IMG_1.HEIC", day: -20_000)
    try await fixture.add("clip.mp4", type: .video, exclusion: 1)
    try await fixture.catalog.createAlbum("One")
    try await fixture.catalog.add([rich], toAlbum: 1)
    try await fixture.catalog.setFavorite(true, of: [rich])
    try await fixture.catalog.apply(.caption(""), to: [rich])
    try await fixture.catalog.database.write { connection in
      try connection.executeScript(
        """
        INSERT INTO camera VALUES (1, 'Canon', 'EOS 5D');
        INSERT INTO lens VALUES (1, '', 'EF 50mm');
        INSERT INTO keyword VALUES (1, 'beach'), (2, 'say "hi"');
        INSERT INTO media_keyword VALUES (2, 1, 0), (2, 2, 1);
        UPDATE media SET taken = taken - 250000000, camera = 1, lens = 1, ext = 'heic',
          codec = 'hevc', width = 4032, height = 3024, orientation = 6, display_width = 3024,
          display_height = 4032, duration = 2500000000, frame_rate = 29.97, hdr = 'gain-map',
          subtypes = 1027, file_taken_offset = -12600, camera_serial = '7', software = 's',
          artist = 'a', copyright = 'c', iso = 200, f_number = 2.8, exposure_time = 0.005,
          exposure_bias = -0.33, focal_length = 50, focal_length_35mm = 75, flash = 1,
          white_balance = 'auto', metering = 'spot', color_profile = 'Display P3',
          capture_frame_rate = 240, has_audio = 0, burst_id = 'b', content_id = 'i',
          latitude = 48.1, longitude = -11.5, altitude = 520.5, direction = 90, place = 'München',
          file_rating = 4, file_label = 'Red', file_title = 't', file_caption = 'cap',
          warnings = 2 WHERE id = 2;
        INSERT INTO look VALUES (1, 1, 1, -5, 40, 1, 'AQID'), (2, 1, 1, 5, 40, 16711935, 'BAUG'),
          (3, 7, 1, 5, 40, 5, 'BAUG');
        UPDATE file SET error_code = 'malformed', error = 'no end' WHERE media = 3;
        UPDATE file SET digest = x'000102030405060708090a0b0c0d0eff', mtime = 1700000000123456789
          WHERE media = 2;
        """)
    }
    let fields = MediaField.all
    let (rows, listed) = try await fixture.catalog.database.read { connection in
      var listed: [[FieldValue]] = []
      let query = MediaQuery(filter: .matches(.mark(.any)), sort: .path)
      try MediaListing(connection).forEach(query, fields: fields) { listed.append($0) }
      return (try connection.rows("SELECT * FROM v_media ORDER BY path"), listed)
    }
    #expect(rows.count == 3 && listed.count == 3)
    for (row, values) in zip(rows, listed) {
      for (index, field) in fields.enumerated() {
        #expect(text(row[index]) == text(values[index]), "\(field.name)")
      }
    }
  }

  private func text(_ value: SQLValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): "\(Double(number))"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  private func text(_ value: FieldValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): "\(Double(number))"
    case .real(let number): "\(number)"
    case .boolean(let flag): flag ? "1.0" : "0.0"
    case .text(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .texts(let texts):
      "["
        + texts.map { "\"\($0.replacing("\"", with: "\\\""))\"" }.joined(separator: ",") + "]"
    case .integers(let numbers): "[\(numbers.map(String.init).joined(separator: ","))]"
    case .duration(let duration): "\(duration / .seconds(1))"
    }
  }
}
