internal import FoundationEssentials

extension KeyedDecodingContainer {
  /// Reads a field over the default that a value has; a field that is missing or null leaves it.
  func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
    if let found = try decodeIfPresent(Value.self, forKey: key) { value = found }
  }
}

/// Turns values into JSON and back, with errors that name the field.
enum PickerJSON {
  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
  }

  static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw PickerError(code: .invalid, reason: sentence(error))
    }
  }

  private static func sentence(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, let context):
      "\(path(context)) is not what is expected there, a \(type)"
    case .valueNotFound(_, let context): "\(path(context)) has no value"
    case .keyNotFound(let key, let context):
      "\(key.stringValue) is missing" + (context.codingPath.isEmpty ? "" : " in \(path(context))")
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "this is no JSON: \(context.debugDescription)"
        : "\(path(context)): \(context.debugDescription)"
    @unknown default: "this cannot be read: \(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    let parts = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return parts.isEmpty ? "the whole" : parts.joined(separator: ".")
  }
}
