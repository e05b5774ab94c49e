internal import CExempi

/// One packet as the XMP toolkit understands it.
struct XMPDocument: ~Copyable, XMPPropertySource {
  private let packet: XmpPtr
  private let value: XmpStringPtr
  private let language: XmpStringPtr

  /// Items of one array that are read.
  private static let maximumItems: Int32 = 4_096

  /// Parses a packet; `nil` when the toolkit refuses it.
  ///
  /// - Parameter text: Cut by ``XMPPacket``: nesting and length are bounded.
  init?(_ text: [UInt8]) {
    guard XMPToolkit.isReady, let packet = xmp_new_empty() else { return nil }
    let isRead = text.withUnsafeBytes { bytes in
      xmp_parse(packet, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
    guard isRead, let value = xmp_string_new() else {
      xmp_free(packet)
      return nil
    }
    guard let language = xmp_string_new() else {
      xmp_free(packet)
      xmp_string_free(value)
      return nil
    }
    self.packet = packet
    self.value = value
    self.language = language
  }

  deinit {
    xmp_free(packet)
    xmp_string_free(value)
    xmp_string_free(language)
  }

  func text(_ property: XMPProperty) -> String? {
    let (schema, name) = property.definition
    var options: UInt32 = 0
    guard xmp_get_property(packet, schema.uri.cString, name.cString, value, &options) else {
      return nil
    }
    guard options & XMP_PROP_VALUE_IS_ARRAY.rawValue != 0 else { return cleanValue }
    return item(1, of: property)
  }

  func localizedText(_ property: XMPProperty) -> String? {
    let (schema, name) = property.definition
    var options: UInt32 = 0
    let isFound = xmp_get_localized_text(
      packet, schema.uri.cString, name.cString, "", "x-default", language, value, &options)
    return isFound ? cleanValue : text(property)
  }

  func list(_ property: XMPProperty) -> [String] {
    let (schema, name) = property.definition
    var options: UInt32 = 0
    guard xmp_get_property(packet, schema.uri.cString, name.cString, value, &options) else {
      return []
    }
    guard options & XMP_PROP_VALUE_IS_ARRAY.rawValue != 0 else {
      return cleanValue.map { [$0] } ?? []
    }
    var items: [String] = []
    var index: Int32 = 1
    while index <= Self.maximumItems,
      xmp_get_array_item(packet, schema.uri.cString, name.cString, index, value, &options)
    {
      if let text = cleanValue { items.append(text) }
      index += 1
    }
    return items
  }

  private func item(_ index: Int32, of property: XMPProperty) -> String? {
    let (schema, name) = property.definition
    var options: UInt32 = 0
    return xmp_get_array_item(packet, schema.uri.cString, name.cString, index, value, &options)
      ? cleanValue : nil
  }

  /// The value that was fetched last.
  private var cleanValue: String? {
    guard let start = xmp_string_cstr(value) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: xmp_string_len(value))
    return MetadataText.clean(BorrowedBytes(bytes))
  }
}

/// The XMP toolkit, started once a process.
enum XMPToolkit {
  /// False when the toolkit cannot start; then no packet is read.
  ///
  /// A schema that no packet has named yet must be made known, else asking for it is an error.
  /// The toolkit is never stopped: other threads may be using it.
  static let isReady: Bool = {
    guard xmp_init(), let prefix = xmp_string_new() else { return false }
    defer { xmp_string_free(prefix) }
    return XMPSchema.allCases.allSatisfy {
      xmp_register_namespace($0.uri.cString, $0.prefix.cString, prefix)
    }
  }()
}

extension StaticString {
  /// A literal ends with a NUL, so C may have it as it is.
  fileprivate var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
