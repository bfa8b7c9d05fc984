// swift-tools-version: 6.2
import PackageDescription

// The packer of fonts: a program for the desk, so ordinary Swift, with Foundation and the libraries that know fonts.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
  .treatAllWarnings(as: .error),
  // The tests kern and shape tens of thousands of pairs.
  .unsafeFlags(["-O"], .when(configuration: .debug)),
]

let package = Package(
  name: "fbprogress-fontpack",
  products: [.executable(name: "fbprogress-fontpack", targets: ["fbprogress-fontpack"])],
  targets: [
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .target(
      name: "FontPacking", dependencies: ["CFreeType", "CHarfBuzz", "CFriBidi"],
      swiftSettings: settings),
    .executableTarget(
      name: "fbprogress-fontpack", dependencies: ["FontPacking"], swiftSettings: settings),
    .testTarget(
      name: "FontPackingTests",
      dependencies: [
        "FontPacking", "fbprogress-fontpack", "CFreeType", "CHarfBuzz", "CFriBidi",
      ],
      swiftSettings: settings),
  ]
)
