package import MediaModel

/// What items are counted by, beside their time.
package enum CountGroup: String, CaseIterable, Sendable {
  case camera, folder, type

  /// The SQL of the group's name.
  var expression: String {
    switch self {
    case .camera: "nullif(trim(c.make || ' ' || c.model), '')"
    case .folder:
      """
      CAST(CASE WHEN d.path = x'' THEN r.path WHEN r.path = x'2f' THEN '/' || d.path
        ELSE r.path || '/' || d.path END AS BLOB)
      """
    case .type: "CASE m.type WHEN 1 THEN 'image' ELSE 'video' END"
    }
  }

  /// Tables that it needs.
  var tables: MediaTables {
    switch self {
    case .camera: .camera
    case .folder: [.folder, .root]
    case .type: []
    }
  }
}

/// How many items there are of one group.
package struct GroupCount: Hashable, Sendable {
  /// The group; absent for items of none.
  package var name: FieldValue
  /// Items in it, 1 or more.
  package var count: Int
}
