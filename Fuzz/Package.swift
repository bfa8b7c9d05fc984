// swift-tools-version: 6.2
import PackageDescription

// One program for each parser, and one for the rasterizer, driven by libFuzzer: `make fuzz` builds them and runs each
// so many times.

/// What is tried out, and the modules of the program that each needs.
let fuzzed: [String: [String]] = [
  "FuzzFeed": ["Base", "Feed", "ProgressModel"],
  "FuzzScript": ["Base", "Feed", "ProgressModel"],
  "FuzzSettingsFile": ["Configuration", "Base"],
  "FuzzCommandLine": ["Configuration", "Base"],
  "FuzzKernelParameters": ["Configuration", "Base"],
  "FuzzCatalogue": ["Text", "Configuration", "Base"],
  "FuzzFontPack": ["Text", "Graphics"],
  "FuzzTypesetter": ["Text", "Graphics"],
  "FuzzDecimal": ["Base"],
  "FuzzHistory": ["Base", "Feed", "ProgressModel"],
  "FuzzWire": ["Base", "ProgressModel"],
  "FuzzPNG": ["PNGCodec", "Pixels", "Base"],
  "FuzzSeat": ["Base", "LinuxSystem"],
  "FuzzBus": ["Base", "LinuxSystem"],
  "FuzzPageFlip": ["Base", "KMS"],
  "FuzzTerminal": ["Presenters", "Pixels"],
  "FuzzRaster": ["Graphics", "Pixels", "Raster"],
]

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
  .strictMemorySafety(),  // SE-0458
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "fbprogress", path: "..")],
  targets: [
    .target(name: "FuzzSupport", swiftSettings: settings), .target(name: "PNGMutator"),
  ]
    + fuzzed.sorted { $0.key < $1.key }.map { name, modules in
      .executableTarget(
        name: name,
        dependencies: modules.map { .product(name: $0, package: "fbprogress") } + ["FuzzSupport"]
          + (name == "FuzzPNG" ? ["PNGMutator"] : []),
        // libFuzzer brings `main`.
        swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
    })
