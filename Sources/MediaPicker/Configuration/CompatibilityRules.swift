/// The choices behind each compatibility, one field a row of the behaviours.
struct CompatibilityRules: Hashable, Sendable {
  /// Q1, S-12: a cancel empties the selection and delivers nothing, instead of the original.
  var cancelEmpties = false
  /// Q4, S-05: at a limit of one any pick ends the session, a refused one and a deselection too.
  var singlePickAlwaysCloses = false
  /// Q4: at a limit of one a second pick is refused instead of taking the place of the first.
  var refusesAtOne = false
  /// S-02: a refused pick is silent.
  var refusesSilently = false
  /// Q8, S-19: items of the catalog and captures are two selections with a limit each.
  var separatesCaptures = false
  /// K-07: a commit is never held back.
  var commitsAnything = false
  /// S-11: a commit without a selection takes the item that is shown full-screen.
  var commitsFocusedIfEmpty = false
  /// S-14: a preselection keeps items of the catalog only.
  var preselectsCatalogOnly = false
  /// S-15: the selection is cut down to what is shown whenever that changes.
  var prunesToVisible = false
  /// S-18: the policy is copied when the picker opens, and later changes are ignored.
  var freezesPolicy = false
  /// S-10, T-08: the client hears of each change, not only of the commit.
  var deliversChanges = false
  /// C-12: a capture of a kind that is not wanted is taken all the same.
  var capturesAnyType = false

  init(_ compatibility: PickerCompatibility) {
    guard compatibility == .exyte else { return }
    cancelEmpties = true
    singlePickAlwaysCloses = true
    refusesAtOne = true
    refusesSilently = true
    separatesCaptures = true
    commitsAnything = true
    commitsFocusedIfEmpty = true
    preselectsCatalogOnly = true
    prunesToVisible = true
    freezesPolicy = true
    deliversChanges = true
    capturesAnyType = true
  }
}

extension SelectionLimit {
  /// Reads a number as a reference system does; behaviours Q2, S-03, S-04.
  ///
  /// - Throws: ``PickerError`` `invalid` for a negative number.
  public init(
    _ count: Int?, as compatibility: PickerCompatibility
  ) throws(PickerError) {
    switch compatibility {
    case .exyte: try self.init(exyte: count)
    case .photosPicker, .none: try self.init(photosPicker: count ?? 0)
    }
  }
}
