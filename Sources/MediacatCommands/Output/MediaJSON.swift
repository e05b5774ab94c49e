internal import CommandOutput
internal import MediaCatalog
internal import MediaModel

extension JSONWriter {
  /// Writes fields of an item as keys and values of the object that is open.
  mutating func fields(_ fields: [MediaField], _ values: [FieldValue]) {
    for (field, value) in zip(fields, values) {
      key(field.name)
      if field.name == "path" || field.name == "path_bytes", case .bytes(let bytes) = value {
        let text = String(validating: bytes, as: UTF8.self)
        switch (field.name, text) {
        case ("path", let text?): string(text)
        case ("path_bytes", nil): string(String(decoding: Base64.encode(bytes), as: UTF8.self))
        default: null()
        }
      } else {
        self.value(value)
      }
    }
  }
}
