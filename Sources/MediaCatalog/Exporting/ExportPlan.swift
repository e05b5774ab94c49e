package import MediaModel
internal import SQLiteDatabase

/// What is done to items on their way out.
package struct ExportOptions: Hashable, Sendable {
  /// What the copies shall not say.
  package var stripping: MetadataStripping
  /// Bounds of compatible renditions; `nil` exports originals.
  package var compatible: RenditionSpecification?
  /// Whether originals are hard-linked, not copied.
  package var isLinking: Bool
  /// Whether nothing is written and nothing converted.
  package var isDry: Bool

  /// Makes options.
  package init(
    stripping: MetadataStripping = [], compatible: RenditionSpecification? = nil,
    isLinking: Bool = false, isDry: Bool = false
  ) {
    self.stripping = stripping
    self.compatible = compatible
    self.isLinking = isLinking
    self.isDry = isDry
  }
}

/// One item and the file that it becomes.
package struct ExportItem: Hashable, Sendable {
  /// The item.
  package var id: Int64
  /// Its original.
  package var source: FilePath
  /// Its place below the target folder.
  package var target: FilePath
  /// Whether its name promises a converted file.
  var isNamedConverted: Bool
}

/// The files that items become; made before anything is written, and the same in every run.
package struct ExportPlan: Hashable, Sendable {
  /// Each item once, in the order in which they were named.
  package var items: [ExportItem]
}

extension Catalog {
  /// Plans the export of items.
  ///
  /// - Parameters:
  ///   - ids: The items; those that are gone and repeated ones are left out.
  ///   - options: What is done to them: it decides their extensions.
  ///   - fields: What the names are made of.
  ///   - name: Makes a relative path of the values of `fields`. Slashes in it are folders, so values
  ///     must have passed ``ExportName/value(_:keepsFolders:)``; all else is cleaned here.
  /// - Returns: The plan.
  /// - Throws: ``CatalogError`` when the catalog cannot be read.
  package func exportPlan(
    of ids: [Int64], _ options: ExportOptions, fields: [MediaField],
    name: @escaping @Sendable ([FieldValue]) -> [UInt8]
  ) async throws -> ExportPlan {
    try await database.read { connection in
      let listing = MediaListing(connection)
      var numbering = ExportNumbering()
      var known: Set<Int64> = []
      var items: [ExportItem] = []
      for id in ids where known.insert(id).inserted {
        let source: ItemSource
        do {
          source = try ItemSource(of: id, evenIfAbsent: true, connection: connection)
        } catch let error as CatalogError where error.code == .notFound {
          // Gone since it was found.
          continue
        }
        let values = fields.isEmpty ? [] : try listing.values(of: id, fields: fields)
        let isConverted =
          options.compatible.map { source.conversion(to: $0) != .unneeded } ?? false
        let ending = isConverted ? source.convertedEnding : source.ownEnding
        items.append(
          ExportItem(
            id: id, source: source.path, target: numbering.assign(name(values), ending),
            isNamedConverted: isConverted))
      }
      return ExportPlan(items: items)
    }
  }
}

extension ItemSource {
  /// Whether an item must be converted, as far as that can be told without opening it.
  enum Conversion {
    case unneeded, possible, certain
  }

  /// What ``Catalog/rendition(of:policy:_:from:deadline:progress:)`` will find.
  func conversion(to specification: RenditionSpecification) -> Conversion {
    // It will be refused; its name stays.
    guard let format else { return .unneeded }
    let verdict = CompatibleEncoding.verdict(format: format, codec: codec, hdr: hdr)
    let isAdmitted = specification.admits(size: size, byteCount: byteCount)
    switch verdict {
    case .incompatible: return .certain
    case .compatible where isAdmitted == true: return .unneeded
    default: return isAdmitted == false ? .certain : .possible
    }
  }

  /// The extensions of a conversion.
  ///
  /// A video that may turn out compatible gets them too: it is MP4 or M4V, which are one format.
  fileprivate var convertedEnding: ExportEnding {
    ExportEnding(format?.type == .video ? ["mp4"] : ["jpg", "jpeg"])
  }

  /// The original's own extension, else the usual one of its format.
  fileprivate var ownEnding: ExportEnding {
    if let own = path.fileExtension { return ExportEnding([own]) }
    return ExportEnding(format?.facts.extensions ?? [])
  }
}
