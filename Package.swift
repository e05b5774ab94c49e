// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MediaCatalog",
  products: [],
  targets: [
    // Pure values and role protocols; used by all, imports nothing.
    .target(name: "MediaModel"),
    // Container readers and EXIF; bytes in, values out.
    .target(name: "MediaMetadata", dependencies: ["MediaModel"]),
    .testTarget(name: "MediaModelTests", dependencies: ["MediaModel"]),
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
