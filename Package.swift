// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MediaCatalog",
  products: [
    .library(name: "MediaCatalog", targets: ["MediaCatalog"]),
    .library(name: "MediaDecoding", targets: ["MediaDecoding"]),
    .library(name: "MediaIndexing", targets: ["MediaIndexing"]),
    .library(name: "MediaPicker", targets: ["MediaPicker"]),
    .library(name: "MediaMetadata", targets: ["MediaMetadata"]),
    .library(name: "MediaWorkers", targets: ["MediaWorkers"]),
    .executable(name: "mediacat", targets: ["mediacat"]),
    .executable(name: "mediacat-worker", targets: ["mediacat-worker"]),
    .executable(name: "mediacat-decoder", targets: ["mediacat-decoder"]),
  ],
  targets: [
    // MARK: Values, used by all: no I/O, no C.
    .target(name: "MediaModel"),

    // MARK: C libraries from Debian; each has exactly one Swift importer.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
    // Without pkgConfig: Debian's file carries a flag that SwiftPM refuses with a warning.
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    // libexif (Debian: libexif-dev) with an arena allocator.
    .target(name: "CExif", linkerSettings: [.linkedLibrary("exif")]),
    // The XMP toolkit's data model (Debian: libexempi-dev).
    .systemLibrary(
      name: "CExempi", pkgConfig: "exempi-2.0", providers: [.apt(["libexempi-dev"])]),
    // JPEG with scaled decoding (Debian: libturbojpeg0-dev).
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    // Decode, resize, colour, encode. Its own pkgConfig carries flags that SwiftPM refuses; what
    // its headers need is where GLib's headers are.
    .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
    // Videos, rare containers and rare pictures.
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libswscale-dev"])
      ]),
    // Raw pictures (Debian: libraw-dev); its pkgConfig asks for OpenMP.
    .systemLibrary(name: "CRaw", providers: [.apt(["libraw-dev"])]),
    // What Glibc does not give Swift: statx, getdents64, macros.
    .target(name: "CLinux"),

    // MARK: Foundations that know no media.
    // XXH3-128 of bytes, at once or in pieces.
    .target(name: "ContentDigest", dependencies: ["CXXHash"]),
    // Connections, statements, one writer and N readers, migrations.
    .target(name: "SQLiteDatabase", dependencies: ["CSQLite", "ContentDigest"]),
    // Folding, natural order, terminal cells.
    .target(name: "UnicodeText", dependencies: ["CUTF8Proc"]),
    // Directories, file systems, processes, terminals.
    .target(name: "LinuxSystem", dependencies: ["CLinux", "MediaModel"]),
    // Flags as data: parser, help, man page, completions; pure.
    .target(name: "CommandLineParsing", dependencies: ["UnicodeText"]),

    // MARK: Reading media.
    // Container readers, EXIF, XMP and IPTC; bytes in, values out.
    .target(name: "MediaMetadata", dependencies: ["CBrotli", "CExempi", "CExif", "MediaModel"]),

    // Pictures and posters, and what only decoders can tell of a file.
    .target(
      name: "MediaDecoding",
      dependencies: ["CFFmpeg", "CRaw", "CTurboJPEG", "CVips", "MediaMetadata", "MediaModel"]),

    // Frames, the worker's loop, the parent's pool.
    .target(name: "MediaWorkers", dependencies: ["LinuxSystem", "MediaModel"]),

    // MARK: The catalog.
    // Numbered SQL files, embedded in the code.
    .target(
      name: "CatalogMigrations", path: "Migrations",
      resources: [
        .embedInCode("sql/m0001_catalog.sql"), .embedInCode("sql/m0002_search.sql"),
        .embedInCode("sql/m0003_pages.sql"),
        .embedInCode("sql/m0004_looks.sql"), .embedInCode("sql/m0005_picker.sql"),
        .embedInCode("sql/m0006_typed.sql"),
        .embedInCode("sql/m0007_undo.sql"),
      ]),
    // The façade: queries, albums, edits.
    .target(
      name: "MediaCatalog",
      dependencies: [
        "CatalogMigrations", "ContentDigest", "MediaModel", "SQLiteDatabase", "UnicodeText",
      ]),
    // Walk, diff, read, store.
    .target(
      name: "MediaIndexing",
      dependencies: [
        "LinuxSystem", "MediaCatalog", "MediaModel", "SQLiteDatabase", "UnicodeText",
      ]),

    // Modes, selection, filters, sessions, captures: what every picker does, without a view.
    .target(
      name: "MediaPicker",
      dependencies: [
        "CommandOutput", "ContentDigest", "LinuxSystem", "MediaCatalog", "MediaModel",
        "SQLiteDatabase",
      ]),

    // MARK: The programs.
    // Rows, tables, JSON, templates, progress.
    .target(name: "CommandOutput", dependencies: ["MediaModel", "UnicodeText"]),
    // Flags, commands, exit codes.
    .target(
      name: "MediacatCommands",
      dependencies: [
        "CommandLineParsing", "CommandOutput", "LinuxSystem", "MediaCatalog", "MediaIndexing",
        "MediaModel", "MediaPicker", "MediaWorkers", "SQLiteDatabase", "UnicodeText",
      ]),
    .executableTarget(name: "mediacat", dependencies: ["MediacatCommands"]),
    // The only program that opens media files.
    .executableTarget(
      name: "mediacat-worker", dependencies: ["MediaMetadata", "MediaModel", "MediaWorkers"]),
    // The same with decoders, whose libraries take long to load.
    .executableTarget(
      name: "mediacat-decoder",
      dependencies: ["MediaDecoding", "MediaMetadata", "MediaModel", "MediaWorkers"]),

    // MARK: Tests.
    // Makers of small media files, for all tests.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // Catalogs with made items.
    .target(
      name: "CatalogTestSupport",
      dependencies: ["MediaCatalog", "MediaModel", "SQLiteDatabase", "TestSupport"],
      path: "Tests/CatalogTestSupport"),
    .testTarget(name: "MediaModelTests", dependencies: ["MediaModel"]),
    .testTarget(name: "ContentDigestTests", dependencies: ["ContentDigest"]),
    .testTarget(name: "SQLiteDatabaseTests", dependencies: ["SQLiteDatabase"]),
    .testTarget(name: "UnicodeTextTests", dependencies: ["TestSupport", "UnicodeText"]),
    .testTarget(
      name: "CommandLineParsingTests", dependencies: ["CommandLineParsing"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "CommandOutputTests", dependencies: ["CommandOutput", "MediaModel", "UnicodeText"]),
    // A worker that misbehaves on demand.
    .executableTarget(
      name: "worker-fixture", dependencies: ["LinuxSystem", "MediaModel", "MediaWorkers"],
      path: "Tests/WorkerFixture"),
    .testTarget(
      name: "LinuxSystemTests", dependencies: ["LinuxSystem", "MediaModel", "worker-fixture"]),
    .testTarget(
      name: "MediaWorkersTests",
      dependencies: [
        "LinuxSystem", "MediaModel", "MediaWorkers", "TestSupport", "worker-fixture",
      ]),
    // The programs of the articles.
    .executableTarget(
      name: "DefaultPicker", dependencies: ["MediaPicker"], path: "Tests/Articles/DefaultPicker"),
    .executableTarget(
      name: "CustomShell", dependencies: ["MediaPicker"], path: "Tests/Articles/CustomShell"),
    .executableTarget(
      name: "EphemeralStore", dependencies: ["MediaPicker"], path: "Tests/Articles/EphemeralStore"),
    .executableTarget(
      name: "MostlyRed", dependencies: ["MediaPicker"], path: "Tests/Articles/MostlyRed"),
    .executableTarget(
      name: "ThreePhotos", dependencies: ["MediaPicker", "MediaWorkers"],
      path: "Tests/Articles/ThreePhotos"),
    // The built programs, run as a person runs them.
    .testTarget(
      name: "MediacatTests",
      dependencies: [
        "CommandLineParsing", "CustomShell", "DefaultPicker", "EphemeralStore", "LinuxSystem",
        "MediacatCommands", "MediaModel", "MediaWorkers", "MostlyRed", "TestSupport", "ThreePhotos",
        "mediacat",
        "mediacat-decoder", "mediacat-worker", "worker-fixture",
      ]),
    .testTarget(
      name: "MediaCatalogTests",
      dependencies: [
        "CatalogMigrations", "CatalogTestSupport", "MediaCatalog", "MediaModel", "SQLiteDatabase",
        "TestSupport", "UnicodeText",
      ]),
    .testTarget(
      name: "MediaPickerTests",
      dependencies: [
        "CatalogTestSupport", "ContentDigest", "LinuxSystem", "MediaCatalog", "MediaMetadata",
        "MediaModel", "MediaPicker", "SQLiteDatabase", "TestSupport",
      ]),
    .testTarget(
      name: "MediaIndexingTests",
      dependencies: [
        "LinuxSystem", "MediaCatalog", "MediaIndexing", "MediaMetadata", "MediaModel",
        "SQLiteDatabase", "TestSupport",
      ]),
    .testTarget(
      name: "MediaDecodingTests",
      dependencies: ["MediaDecoding", "MediaMetadata", "MediaModel", "TestSupport"]),
    .testTarget(
      name: "MediaMetadataTests", dependencies: ["MediaMetadata", "MediaModel", "TestSupport"]),
  ]
)

// Measurements, not a product: only with MEDIACAT_BENCHMARKS in the environment.
if Context.environment["MEDIACAT_BENCHMARKS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CatalogMigrations", "MediaCatalog", "MediaModel", "MediaPicker", "SQLiteDatabase",
        "TestSupport", "UnicodeText",
      ]))
}

// One loop gives every Swift target the same strict settings.
for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .treatAllWarnings(as: .error),
    ]
}
