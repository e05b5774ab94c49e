/// A value that a client owns and a picker reads and writes.
public struct PickerBinding<Value: Sendable>: Sendable {
  /// Reads it.
  public var get: @Sendable () -> Value
  /// Writes it.
  public var set: @Sendable (Value) -> Void

  /// Takes how it is read and written.
  public init(
    get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }
}
