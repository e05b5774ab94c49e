internal import MediaModel
internal import UnicodeText

/// A field that a query knows.
enum QueryField: Hashable, CaseIterable {
  case type, mark, has, taken, added, inFolder, album, near, box, aspect, orientation
  case text(TextField)
  case number(NumberField)

  static let allCases: [QueryField] =
    [.type, .mark, .has, .taken, .added, .inFolder, .album, .near, .box, .aspect, .orientation]
    + TextField.allCases.map(QueryField.text) + NumberField.allCases.map(QueryField.number)

  /// The name before the colon.
  var name: String {
    switch self {
    case .type: "type"
    case .mark: "is"
    case .has: "has"
    case .taken: "taken"
    case .added: "added"
    case .inFolder: "in"
    case .album: "album"
    case .near: "near"
    case .box: "bbox"
    case .aspect: "aspect"
    case .orientation: "orientation"
    case .text(let field): field.rawValue
    case .number(let field): field.rawValue
    }
  }

  /// A term that works, for messages.
  var example: String {
    switch self {
    case .type: "type:video"
    case .mark: "is:favorite"
    case .has: "has:location"
    case .taken: "taken:2023-05 taken:2023-05..2023-08 taken:>2024-01-01 taken:last-30-days"
    case .added: "added:today added:>2024-01-01"
    case .inFolder: "in:2019/07"
    case .album: "album:\"Italy 2023\""
    case .near: "near:48.137,11.575,5km"
    case .box: "bbox:47,10,49,12 (south,west,north,east)"
    case .aspect: "aspect:16:9 aspect:1.5"
    case .orientation: "orientation:portrait"
    case .text(let field): example(of: field)
    case .number(let field): example(of: field)
    }
  }

  private func example(of field: TextField) -> String {
    switch field {
    case .camera: "camera:\"FUJIFILM X100V\""
    case .lens: "lens:35"
    case .make: "make:apple"
    case .keyword: "keyword:family"
    case .caption: "caption:\"first day\""
    case .title: "title:harbour"
    case .name: "name:IMG_*"
    case .ext: "ext:heic"
    case .mime: "mime:image/heic"
    case .codec: "codec:hevc"
    }
  }

  private func example(of field: NumberField) -> String {
    switch field {
    case .iso: "iso:>=1600"
    case .fNumber: "f:<2.8"
    case .focalLength: "focal:24..70"
    case .exposureTime: "exposure:>1 exposure:1/250"
    case .rating: "rating:>=4"
    case .size: "size:>20MB size:500kB..2GiB"
    case .duration: "duration:10s..2m duration:>1h"
    case .width: "width:>=4000"
    case .height: "height:>=3000"
    case .frameRate: "fps:>=100"
    }
  }

  static func named(_ name: String) -> QueryField? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// What to write instead of an unknown name.
  static func hint(for name: String) -> String {
    Suggestion.nearest(to: name, among: allCases.map(\.name)).map { "did you mean \($0):?" }
      ?? "fields: \(allCases.map { "\($0.name):" }.joined(separator: " "));"
      + " in quotes it is a word to look for"
  }
}
