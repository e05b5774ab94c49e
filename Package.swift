// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MediaCatalog",
  products: [],
  targets: [
    // Without pkgConfig: Debian's file carries a flag that SwiftPM refuses with a warning.
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    // Folding, natural order, nearness, terminal cells; the only importer of utf8proc.
    .target(name: "UnicodeText", dependencies: ["CUTF8Proc"]),
    // Flags as data: parser, help, man page, completions; pure.
    .target(name: "CommandLineParsing", dependencies: ["UnicodeText"]),
    // Rows as table, JSON, CSV and paths; templates and progress.
    .target(name: "CommandOutput", dependencies: ["UnicodeText"]),
    // Pure values and role protocols; used by all, imports nothing.
    .target(name: "MediaModel"),
    // SQLite from Debian; only SQLiteDatabase imports it.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // xxHash from Debian; only ContentDigest imports it.
    .systemLibrary(
      name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    // XXH3-128 of bytes, at once or in pieces.
    .target(name: "ContentDigest", dependencies: ["CXXHash"]),
    // Connections, statements, one writer and N readers, migrations; knows no media.
    .target(name: "SQLiteDatabase", dependencies: ["CSQLite", "ContentDigest"]),
    // Container readers and EXIF; bytes in, values out.
    .target(name: "MediaMetadata", dependencies: ["MediaModel"]),
    .testTarget(name: "UnicodeTextTests", dependencies: ["UnicodeText"]),
    .testTarget(
      name: "CommandLineParsingTests", dependencies: ["CommandLineParsing"],
      exclude: ["Snapshots"]),
    .testTarget(name: "CommandOutputTests", dependencies: ["CommandOutput", "UnicodeText"]),
    .testTarget(name: "MediaModelTests", dependencies: ["MediaModel"]),
    .testTarget(name: "ContentDigestTests", dependencies: ["ContentDigest"]),
    .testTarget(name: "SQLiteDatabaseTests", dependencies: ["SQLiteDatabase"]),
    .target(name: "MediaMetadata", dependencies: ["MediaModel", "CExif"]),
    // libexif (Debian: libexif-dev) with an arena allocator.
    .target(name: "CExif", linkerSettings: [.linkedLibrary("exif")]),
    // Makers of small media files, for all tests.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "MediaModelTests", dependencies: ["MediaModel"]),
    .testTarget(
      name: "MediaMetadataTests", dependencies: ["MediaMetadata", "MediaModel", "TestSupport"]),
    .testTarget(
      name: "MediaMetadataTests", dependencies: ["MediaMetadata", "MediaModel", "TestSupport"]),
    // Makers of fixtures that several test targets share.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // What Glibc does not give Swift; LinuxSystem is its only importer.
    .target(name: "CLinux"),
    // Directories, file systems, processes, limits and signals of Linux.
    .target(name: "LinuxSystem", dependencies: ["CLinux", "MediaModel"]),
    // Frames between two processes, the worker's loop, the parent's pool.
    .target(name: "MediaWorkers", dependencies: ["LinuxSystem", "MediaModel"]),
    // The program that opens media files.
    .executableTarget(name: "mediacat-worker", dependencies: ["MediaModel", "MediaWorkers"]),
    .testTarget(name: "MediaModelTests", dependencies: ["MediaModel"]),
    .testTarget(name: "LinuxSystemTests", dependencies: ["LinuxSystem", "MediaModel"]),
    // A worker that misbehaves on demand.
    .executableTarget(
      name: "worker-fixture", dependencies: ["MediaModel", "MediaWorkers"],
      path: "Tests/WorkerFixture"),
    .testTarget(
      name: "MediaWorkersTests",
      dependencies: ["LinuxSystem", "MediaModel", "MediaWorkers", "worker-fixture"]),
  ]
)

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
