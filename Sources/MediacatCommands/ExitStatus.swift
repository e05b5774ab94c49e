internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// How the program ends; the numbers are part of its interface.
package enum ExitStatus {
  /// Done.
  package static let done: Int32 = 0
  /// Nothing matched.
  package static let nothing: Int32 = 1
  /// Failed, wholly or partly; an offline root too.
  package static let failed: Int32 = 2
  /// The catalog cannot be opened.
  package static let noCatalog: Int32 = 3
  /// The command line makes no sense: EX_USAGE of sysexits(3).
  package static let usage: Int32 = 64

  /// The status of an error that ended a command.
  static func of(_ error: any Error) -> Int32 {
    switch error {
    case let error as OpeningError: error.status
    case let error as CatalogError where [.ambiguous, .invalid].contains(error.code): usage
    case is QueryError: usage
    default: failed
    }
  }
}

/// A catalog that cannot be opened, or is not there.
struct OpeningError: Error, CustomStringConvertible {
  var cause: CatalogError

  var status: Int32 { ExitStatus.noCatalog }
  var description: String { cause.description }
}

extension Error {
  /// True for what went wrong with one item, so that the next may still work.
  var concernsOneItem: Bool {
    switch self {
    case let failure as RenderFailure: failure.code != .noSpace
    case is DeliveryFailure: true
    case let error as CatalogError: ![.noSpace, .unwritable].contains(error.code)
    default: false
    }
  }
}
