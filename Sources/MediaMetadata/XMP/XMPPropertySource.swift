/// What can tell the values of XMP properties: the toolkit, or a plain packet by itself.
protocol XMPPropertySource: ~Copyable {
  /// The text of a simple property, or of an array's first item.
  func text(_ property: XMPProperty) -> String?

  /// The text of a property in many languages, in the default one if there is.
  func localizedText(_ property: XMPProperty) -> String?

  /// The items of an array in order, or a simple property alone.
  func list(_ property: XMPProperty) -> [String]
}
