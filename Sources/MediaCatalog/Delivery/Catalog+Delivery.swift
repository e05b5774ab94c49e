public import MediaModel

extension Catalog {
  /// The bytes of a copy of an item's original that says less, piece by piece.
  ///
  /// Pixels, sound, orientation and colour profile are those of the original, which is not written.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - stripping: What the copy shall not say.
  ///   - planner: Plans the copy, in a worker process or in this one.
  /// - Returns: Pieces of at most 256 KiB, made as they are asked for, so memory stays flat.
  /// - Throws: ``CatalogError`` `notFound`, `offline`, `missing`, `unreadable` or `changed`;
  ///   ``MediaModel/DeliveryFailure`` when no such copy can be made, `unsupported` for formats that
  ///   nothing can be taken out of. Reading may throw `unreadable`, `changed` and
  ///   `CancellationError` later.
  public func getDataStream(
    of item: Int64, stripping: MetadataStripping, planner: any DeliveryPlanning
  ) async throws -> DeliveryStream {
    try await DeliveryStream(
      path: try await getURL(of: item), stripping: stripping, planner: planner)
  }
}

extension DeliveryStream {
  /// Writes the copy to a new file: whole or not at all, and never in place of another.
  ///
  /// Only bytes are written; times and permissions are those of a new file.
  ///
  /// - Returns: Bytes written.
  /// - Throws: ``CatalogError`` `exists`, `unwritable` or `noSpace`, and what reading throws.
  @discardableResult
  package func write(asNew target: FilePath) async throws -> Int64 {
    let file = try TemporaryFile(for: target, mode: 0o644)
    for try await bytes in self { try file.write(bytes) }
    try file.keep(asNew: target)
    return count
  }
}
