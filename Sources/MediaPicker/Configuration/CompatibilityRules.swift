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
  /// S-11: a commit without a selection gives the item that is shown full-screen, unselected.
  var commitsFocusedIfEmpty = false
  /// S-14: a preselection keeps items of the catalog only.
  var preselectsCatalogOnly = false
  /// S-15, S-16: the selection is cut down to what is shown when that changes, but not when a screen
  /// comes up.
  var prunesToVisible = false
  /// S-18: the policy is copied when the picker opens, and later changes are ignored.
  var freezesPolicy = false
  /// S-10, T-08: the client hears of each change, not only of the commit.
  var deliversChanges = false
  /// C-12: a capture of a kind that is not wanted is taken all the same.
  var capturesAnyType = false
  /// S-10: a client is not given what is neither image nor video.
  var deliversKnownTypesOnly = false
  /// S-17: a drag selects what it touches, and nothing lets it go again.
  var dragsOnlyAdd = false
  /// Q7: a result stands as shown, unless the cells show numbers.
  var numbersOrder = false
  /// T-07: at a limit of one a client does not hear of a deselection.
  var hidesEmptiedSingle = false

  init(_ compatibility: PickerCompatibility) {
    switch compatibility {
    case .none: break
    case .exyte: becomeExyte()
    case .photosPicker:
      preselectsCatalogOnly = true
      numbersOrder = true
      hidesEmptiedSingle = true
    }
  }

  private mutating func becomeExyte() {
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
    deliversKnownTypesOnly = true
    dragsOnlyAdd = true
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
