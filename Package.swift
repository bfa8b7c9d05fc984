// swift-tools-version: 6.2
import PackageDescription

// FBPROGRESS_EMBEDDED=1 compiles everything that ships as Embedded Swift, as the Makefile does for
// `build` and `static`. Without it the same sources are ordinary Swift, for the desk and the tests.
let embedded = Context.environment["FBPROGRESS_EMBEDDED"] == "1"

// FBPROGRESS_SIMULATION=1, set by `make test-simulate`, compiles the program against a Linux in
// memory (Tests/Simulation), and the simulator that drives it.
let simulation = !embedded && Context.environment["FBPROGRESS_SIMULATION"] == "1"

// FBPROGRESS_DEBUG=1 keeps debug information, for a debugger.
let debugInformation = Context.environment["FBPROGRESS_DEBUG"] == "1"

// The processor that it is for: this one's, unless scripts/build-static names another.
#if arch(x86_64)
  let ownArchitecture = "x86_64"
#else
  let ownArchitecture = "another"
#endif
let architecture = Context.environment["FBPROGRESS_ARCHITECTURE"] ?? ownArchitecture

// Without the first flag at the link step SwiftPM would add libswiftCore to an Embedded program.
let embeddedLink: [LinkerSetting] =
  embedded
  ? [
    .unsafeFlags([
      "-enable-experimental-feature", "Embedded", "-use-ld=lld", "-Xlinker", "--gc-sections",
      "-Xlinker", "--icf=all", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    ])
  ] : []

// Embedded Swift asks for memory in this way alone; main.c says so when there is none.
let scarcity: [LinkerSetting] =
  embedded ? [.unsafeFlags(["-Xlinker", "--wrap=posix_memalign"])] : []

// What a build may leave out: `swift build --traits NAME,NAME` has these parts alone, and what they
// need. Each name is a compilation condition, which Sources/Base/Traits.swift makes a constant.
// scripts/traits checks that all lists of them agree.
let parts: [(name: String, needs: Set<String>, what: String)] = [
  ("looks", [], "styles pencil, bubble, wave"),
  ("feeds", [], "all feeds but native; command plymouth"),
  ("texts", [], "words, fonts, numbers, tiles of jobs, QR code and log after a failure"),
  ("pictures", [], "reading PNG files"),
]

func program(_ name: String, _ entryPoint: Target.Dependency) -> Target {
  .executableTarget(
    name: name, dependencies: [entryPoint], cSettings: embedded ? [.define("EMBEDDED")] : [],
    linkerSettings: [.linkedLibrary("m")] + embeddedLink + scarcity)
}

let package = Package(
  name: "fbprogress",
  products: [
    .executable(name: "fbprogress", targets: ["fbprogress"]),
    .executable(name: "fbprogress-desk", targets: ["fbprogress-desk"]),
    .executable(name: "bench-worker", targets: ["bench-worker"]),
  ],
  traits: Set(parts.map { .trait(name: $0.name, description: $0.what, enabledTraits: $0.needs) })
    .union([
      .default(enabledTraits: Set(parts.map(\.name))),
      .trait(
        name: "tiny", description: "the program without any of these parts", enabledTraits: []),
    ]),
  targets: [
    // MARK: - C
    .systemLibrary(name: "CLinux", path: simulation ? "Tests/Simulation/CLinux" : nil),
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),

    .systemLibrary(name: "CVectors"),

    // MARK: - Bytes, numbers, times
    .target(name: "Base"),

    // MARK: - Bytes to state
    .target(name: "ProgressModel", dependencies: ["Base"]),
    .target(name: "Feed", dependencies: ["ProgressModel", "Base"]),

    // MARK: - State to pixels
    .target(name: "Configuration", dependencies: ["Base"]),
    .target(name: "Graphics", dependencies: ["Base"]),
    .target(name: "Text", dependencies: ["Base", "Configuration", "Graphics"]),
    .target(
      name: "Scenes",
      dependencies: [
        "Base", "Configuration", "Graphics", "ProgressModel", "Text",
      ]),
    .target(name: "RasterKernels", dependencies: ["CVectors"]),
    .target(name: "RasterKernelsAVX2", dependencies: ["RasterKernels"]),
    .target(name: "Pixels"),
    .target(
      name: "Raster",
      dependencies: [
        "Base", "CVectors", "Graphics", "RasterKernels", "RasterKernelsAVX2", "Pixels",
      ]),

    // MARK: - Pixels to displays and files
    .target(name: "LinuxSystem", dependencies: ["CLinux", "Base"]),
    .target(name: "KMS", dependencies: ["CDRM", "Base", "LinuxSystem", "Pixels"]),
    .target(
      name: "PNGCodec", dependencies: ["CPNG", "Base", "Pixels"],
      linkerSettings: [.linkedLibrary("z")]),
    .target(
      name: "Presenters", dependencies: ["Base", "KMS", "PNGCodec", "LinuxSystem", "Pixels"]),

    // MARK: - The processes. Their imports are the boundary between them.
    .target(
      name: "SessionProtocol",
      dependencies: ["Base", "ConsoleGuard", "LinuxSystem", "ProgressModel"]),
    .target(name: "ConsoleGuard", dependencies: ["Base", "KMS", "LinuxSystem"]),
    .target(
      name: "FeedProcess",
      dependencies: [
        "Base", "Configuration", "ConsoleGuard", "Feed", "LinuxSystem",
        "ProgressModel", "SessionProtocol",
      ]),
    .target(
      name: "RenderProcess",
      dependencies: [
        "Base", "Configuration", "ConsoleGuard", "Graphics", "KMS", "LinuxSystem", "PNGCodec",
        "Pixels", "Presenters", "ProgressModel", "Raster", "Scenes", "SessionProtocol", "Text",
      ]),

    // MARK: - The program
    .target(
      name: "CommandLine",
      dependencies: [
        "Base", "Configuration", "ConsoleGuard", "Feed", "FeedProcess", "KMS", "LinuxSystem",
        "PNGCodec", "Pixels", "Presenters", "ProgressModel", "RenderProcess", "Scenes",
        "SessionProtocol", "Text",
      ]),
    // The program for boards, and the program for desks, with pictures in files and frames on
    // terminals.
    .target(name: "EntryPoint", dependencies: ["CommandLine"]),
    .target(name: "DeskEntryPoint", dependencies: ["CommandLine"]),
    program("fbprogress", "EntryPoint"),
    program("fbprogress-desk", "DeskEntryPoint"),

    // MARK: - Measuring
    .target(
      name: "Workloads",
      dependencies: [
        "CVectors", "Graphics", "RasterKernels", "RasterKernelsAVX2", "Pixels", "Raster",
      ],
      path: "Benchmarks/Workloads"),
    .executableTarget(
      name: "bench-worker", dependencies: ["Workloads"], path: "Benchmarks/bench-worker",
      linkerSettings: [.linkedLibrary("m")] + embeddedLink),
  ]
)

// MARK: - The studio in a browser (WebAssembly only; scripts/build-studio)

// The way from bytes to pixels is the program's own. What asks a system is replaced by `Studio/`.
if architecture == "wasm32" {
  // For setjmp. Swift's clang takes them for its own, too, if they are not a target's.
  let exceptions = ["-mexception-handling", "-mllvm", "-wasm-enable-sjlj"]
  let pure = [
    "CVectors", "Base", "ProgressModel", "Feed", "Configuration", "Graphics", "Text",
    "Scenes", "RasterKernels", "RasterKernelsAVX2", "Pixels", "Raster", "PNGCodec",
  ]
  package.products = [.executable(name: "studio", targets: ["studio"])]
  package.targets.removeAll { !pure.contains($0.name) }
  package.targets += [
    .systemLibrary(name: "CLinux", path: "Studio/CLinux"),
    .target(name: "CPNG", path: "Studio/CPNG", cSettings: [.unsafeFlags(["-Oz"] + exceptions)]),
    .target(name: "LinuxSystem", dependencies: ["Base", "CLinux"], path: "Studio/LinuxSystem"),
    .target(name: "KMS", dependencies: ["Base", "Pixels"], path: "Studio/KMS"),
    .target(
      name: "Presenters", dependencies: ["Base", "KMS", "Pixels"], path: "Studio/Presenters"),
    .target(
      name: "SessionProtocol", dependencies: ["Base", "LinuxSystem", "ProgressModel"],
      path: "Studio/SessionProtocol"),
    .target(
      name: "FeedProcess",
      dependencies: [
        "Base", "Configuration", "Feed", "LinuxSystem", "ProgressModel", "SessionProtocol",
      ],
      path: "Studio/FeedProcess"),
    .target(
      name: "RenderProcess",
      dependencies: [
        "Base", "Configuration", "Graphics", "KMS", "LinuxSystem", "PNGCodec", "Pixels",
        "Presenters", "ProgressModel", "Raster", "Scenes", "SessionProtocol", "Text",
      ],
      path: "Studio/RenderProcess"),
    .target(
      name: "Studio",
      dependencies: [
        "Base", "Configuration", "Feed", "FeedProcess", "KMS", "LinuxSystem",
        "PNGCodec", "Pixels", "Presenters", "ProgressModel", "RenderProcess", "Scenes",
        "SessionProtocol", "Text",
      ],
      path: "Studio/Program"),
    .executableTarget(
      name: "studio", dependencies: ["Studio"], path: "Studio/Memory", exclude: ["setjmp.h"],
      cSettings: [.unsafeFlags(["-Oz", "-ffreestanding", "-fno-builtin"] + exceptions)],
      linkerSettings: [
        .unsafeFlags([
          "-enable-experimental-feature", "Embedded", "-nostartfiles", "-Xclang-linker",
          "-nostdlib", "-Xlinker", "--no-entry", "-Xlinker", "--gc-sections", "-Xlinker", "-z",
          "-Xlinker", "stack-size=1048576", "-Xlinker", "--export=malloc", "-Xlinker",
          "--export=free", "-Xlinker", "-lpng", "-Xlinker", "-lz", "-Xlinker", "-lc",
        ])
      ]),
  ]
}

// MARK: - Tests (ordinary Swift only)

let (testSupport, fakeCards) = ("TestSupport", "FakeCards")
if !embedded {
  package.targets += [
    .target(name: "DeskSupport", dependencies: ["Base"], path: "Tools/DeskSupport"),
    .target(
      name: testSupport,
      dependencies: [
        "CPNG", "Configuration", "DeskSupport", "Base", "Pixels", "PNGCodec", "Graphics",
        "ProgressModel", "Raster", "Text",
      ],
      // A release build, as the simulation's is, has no @testable.
      path: "Tests/TestSupport", exclude: ["Vectors"] + (simulation ? ["Settings+Names.swift"] : [])
    ),
    // Apart, so that an edit of KMS compiles no test bundle that draws.
    .target(
      name: fakeCards, dependencies: ["Base", "DeskSupport", "KMS", "LinuxSystem", "Pixels"],
      path: "Tests/FakeCards"),
  ]
  let tested: [String: [String]] = [
    "Base": [],
    "ProgressModel": ["Base"],
    "Feed": ["ProgressModel", "Base"],
    "Configuration": ["Base"],
    "Text": ["Base", "Configuration", "Graphics", "PNGCodec", "Pixels"],
    "Scenes": [
      "Base", "Graphics", "ProgressModel", "Configuration", "Raster",
      "Pixels", "Text",
    ],
    "LinuxSystem": ["Base"],
    "Pixels": [],
    "RasterKernels": ["CVectors", "Base", "RasterKernelsAVX2"],
    "Raster": ["Graphics", "RasterKernels", "Pixels"],
    "KMS": ["Base", fakeCards, "Pixels", "LinuxSystem"],
    "PNGCodec": ["Base", "Pixels"],
    "Presenters": ["Base", fakeCards, "KMS", "PNGCodec", "LinuxSystem", "Pixels"],
    "ConsoleGuard": ["Base", fakeCards, "KMS", "LinuxSystem"],
    "FeedProcess": ["Base", "LinuxSystem"],
    "RenderProcess": [
      "Text",
      "Base", "CommandLine", "Configuration", "Graphics", "Pixels", "Presenters", "ProgressModel",
      "Raster", "Scenes", "SessionProtocol",
    ],
  ]
  // Data that tests read.
  let data = ["Feed": ["Sessions"]]
  package.targets += tested.sorted { $0.key < $1.key }.map { module, others in
    .testTarget(
      name: module + "Tests",
      dependencies: (([module] + others + [testSupport]).map { .byName(name: $0) }),
      exclude: data[module] ?? [])
  }
  // Whole processes: the program alone, then the program with real tools (`make test-tools`).
  package.targets += [
    .target(name: "ProgramSupport", path: "Tests/ProgramSupport"),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "Base", "CommandLine", "Configuration", "Feed", "FeedProcess", "Graphics", "LinuxSystem",
        "PNGCodec", "Pixels", "ProgramSupport", "ProgressModel", "RenderProcess", "Scenes",
        .byName(name: testSupport),
      ]),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "Base", "LinuxSystem", "PNGCodec", "Pixels", "ProgramSupport", "Text",
        .byName(name: testSupport),
      ],
      exclude: ["Tools"]),
  ]
}

// MARK: - The simulation (FBPROGRESS_SIMULATION=1 only)

if simulation {
  package.targets.removeAll { $0.type == .test }
  package.products = [.executable(name: "simulate", targets: ["simulate"])]
  package.targets += [
    .target(name: "SimulatedLinux", path: "Tests/Simulation/SimulatedLinux"),
    .executableTarget(
      name: "simulate",
      dependencies: [
        "Base", "EntryPoint", "KMS", "LinuxSystem", "Pixels", "ProgressModel",
        "SessionProtocol", "SimulatedLinux",
        .byName(name: fakeCards), .byName(name: testSupport),
      ],
      path: "Tests/Simulation/Simulator", linkerSettings: [.linkedLibrary("m")]),
  ]
}

// MARK: - What is written from the settings table (ordinary Swift only)

if !embedded, !simulation {
  package.targets += [
    .target(
      name: "SettingsDocs",
      dependencies: ["Base", "CommandLine", "Configuration", "DeskSupport", "Feed", "Scenes"],
      path: "Tools/settings-docs/SettingsDocs"),
    .executableTarget(
      name: "settings-docs", dependencies: ["SettingsDocs"],
      path: "Tools/settings-docs/settings-docs", linkerSettings: [.linkedLibrary("m")]),
    .testTarget(
      name: "SettingsDocsTests", dependencies: ["ProgramSupport", "SettingsDocs"]),
  ]
}

// MARK: - What the fuzzers take apart (`Fuzz/`, a package of its own; ordinary Swift only)

if !embedded, !simulation {
  package.products += [
    "Base", "Configuration", "Feed", "Graphics", "KMS", "LinuxSystem", "PNGCodec",
    "Pixels", "Presenters", "ProgressModel", "Raster", "RenderProcess", "Text",
  ].map { .library(name: $0, targets: [$0]) }
}

// Flags of the optimizer that make the program 3 % smaller than `-Osize` alone: inlining only where
// it saves bytes, and LLVM's search for common code. `scripts/check-spans` proves that spans of arrays
// are still inlined.
var small = [
  "-sil-disable-pass=cse", "-sil-inline-removed-call-benefit=15",
  "-sil-inline-removed-load-benefit=0", "-sil-inline-removed-store-benefit=0",
]
// LLVM runs its outliner by default on arm64 only.
if architecture == "x86_64" { small.append("-enable-machine-outliner=always") }
// LLVM's pass for loads and stores on ARM clobbers the register of `self` in functions of minimal size.
if architecture.hasPrefix("armv") { small.append("-arm-load-store-opt=false") }

// MARK: - C headers

// Builds each importer of a C header anew after an edit of it; Sources/CHeaders/headers.c says how.
let headers = package.targets.filter { $0.type == .system }.map(\.name)
let importers = package.targets.filter {
  $0.type != .system
    && $0.dependencies.contains {
      if case .byNameItem(let name, _) = $0 { headers.contains(name) } else { false }
    }
}
if architecture != "wasm32" {
  for target in importers { target.dependencies.append("CHeaders") }
  package.targets.append(
    .target(name: "CHeaders", dependencies: headers.map { .byName(name: $0) }))
}

// MARK: - One set of rules for every Swift target

for target in package.targets
where target.type != .system && (target.type != .executable || target.name == "simulate")
  && !["CHeaders", "CPNG", "SimulatedLinux"].contains(target.name)
{
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .strictMemorySafety(),  // SE-0458
    .treatAllWarnings(as: .error),
    // Debug information takes a fifth of the compiler's time, and `strip` removes it.
    .unsafeFlags([debugInformation ? "-g" : "-gnone"]),
  ]
  // Ordinary Swift optimizes the modules that compute each pixel, each frame and each byte of a feed,
  // and the test bundles that do so by the million. The compiler fails on RasterTests without (6.3.1).
  let isHot = [
    "Base", "Configuration", "Feed", "Graphics", "Pixels", "ProgressModel",
    "Raster", "RasterKernels", "RasterKernelsAVX2", "Scenes", "Text", testSupport, fakeCards,
    "FeedTests", "PixelsTests", "RasterTests", "ScenesTests",
  ]
  .contains(target.name)
  if embedded {
    // The tests check exclusive access. The program has no unwind tables, one trap for each function,
    // shared tails of functions on arm64, calls instead of inlined retains, and no copies of functions
    // for closures.
    var flags = [
      "-wmo", "-Xfrontend", "-function-sections", "-enforce-exclusivity=unchecked",
      "-Xfrontend", "-mergeable-traps", "-Xllvm", "-enable-linkonceodr-outlining",
      "-Xllvm", "-force-attribute=swift_retain:noinline",
      "-Xllvm", "-sil-disable-pass=closure-specialize",
      "-Xcc", "-fno-asynchronous-unwind-tables", "-Xcc", "-fno-unwind-tables",
    ]
    let isFast = ["RasterKernels", "RasterKernelsAVX2"].contains(target.name)
    if !isFast { flags += ["-Osize"] + small.flatMap { ["-Xllvm", $0] } }
    // The last module compiles all bodies that the program uses. Only the kernels, compiled for speed,
    // have objects of their own.
    if !isFast && !["EntryPoint", "DeskEntryPoint", "Workloads", "Studio"].contains(target.name) {
      flags += ["-Xfrontend", "-emit-empty-object-file"]
    }
    settings += [.enableExperimentalFeature("Embedded"), .unsafeFlags(flags)]
  } else if isHot {
    // Whole modules specialize generic code of their other files. All traps stay.
    let flags = [
      "-O", "-wmo", "-num-threads", "2", "-cross-module-optimization", "-disable-batch-mode",
    ]
    settings.append(.unsafeFlags(flags, .when(configuration: .debug)))
  } else if importers.contains(where: { $0 === target }) {
    // The compiler's record of files to compile forgets headers after a build that skips all files.
    let flags = ["-wmo", "-num-threads", "2", "-disable-batch-mode"]
    settings.append(.unsafeFlags(flags, .when(configuration: .debug)))
  }
  if target.name == "RasterKernelsAVX2" {
    settings.append(.define("AVX2"))
    // `vector_has_avx2` asks for all of these instructions.
    if architecture == "x86_64" {
      settings.append(.unsafeFlags(["-mavx2", "-mbmi", "-mbmi2"].flatMap { ["-Xcc", $0] }))
    }
  }
  if simulation {
    // Coroutines change places in the middle of accesses, which the thread's list of them forbids.
    settings += [.define("SIMULATION"), .unsafeFlags(["-enforce-exclusivity=unchecked"])]
    // The simulator is of C as much as of Swift, and has one thread.
    if target.name == "simulate" { settings = [.swiftLanguageMode(.v5)] + settings.suffix(2) }
  }
  target.swiftSettings = settings
}
