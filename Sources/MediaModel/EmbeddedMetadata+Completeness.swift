extension EmbeddedMetadata {
  /// True when only a decoder can tell the size or duration that is missing.
  public var needsDecoder: Bool {
    if pixelSize == nil { return format != .svg && format != .xcf }
    return format.type == .video && duration == nil
  }
}
