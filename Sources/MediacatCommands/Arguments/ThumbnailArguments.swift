internal import CommandLineParsing
internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel
internal import MediaWorkers

/// Flags of commands that make thumbnails.
struct ThumbnailArguments: Sendable {
  var size: Int?
  var fit = ThumbnailSpecification.Fit.inside
  var format = ThumbnailSpecification.Format.jpeg
  var quality: Int?

  static let flags: [Flag<ThumbnailArguments>] = [
    .integer(
      "size", value: "PIXELS", in: 16...ThumbnailSpecification.maximumSide,
      "Fit into a square of PIXELS.", \.size
    ).defaulting(to: "256"),
    .choice("fit", value: "FIT", "How the picture fills the square.", \.fit)
      .defaulting(to: "inside"),
    .choice("image-format", value: "FORMAT", "Encode as FORMAT.", \.format)
      .defaulting(to: "jpeg"),
    .integer("quality", value: "NUMBER", in: 1...100, "Quality from 1 to 100.", \.quality)
      .defaulting(to: "80"),
  ]

  /// What is asked for.
  var specification: ThumbnailSpecification {
    let side = size ?? 256
    return ThumbnailSpecification(
      bound: PixelSize(width: side, height: side), fit: fit, format: format, quality: quality ?? 80)
  }

  /// Runs `body` with the user's thumbnail cache and workers, which end with it.
  static func withCache<Result>(
    _ environment: Environment, _ body: (ThumbnailCache) async throws -> Result
  ) async throws -> Result {
    let folder = try environment.cacheFolder(named: "thumbnails")
    var configuration = WorkerPool.Configuration()
    configuration.decodes = true
    return try await WorkerPool(configuration).whileOpen { pool in
      try await body(
        ThumbnailCache(folder: folder, renderer: pool, concurrency: pool.concurrency))
    }
  }
}
