// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// Settings of every Swift target: the Swift 6 language mode, the upcoming features the code is written
/// against, and no warning left standing.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]

/// Settings of the targets that tests spend their time in: with `GRANARY_OPTIMIZED=1`, as the Makefile builds, debug builds of
/// them are optimized and keep their assertions, so that the tests take a fraction of the processor time.
let product: [SwiftSetting] =
    Context.environment["GRANARY_OPTIMIZED"] == "1"
    ? strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : strict

/// What the tool and the examples parse their arguments with.
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// What runs the parts of a server, with the trait `Services` alone.
let services: [Target.Dependency] = ["ServiceLifecycle", "UnixSignals"].map { name in
    .product(name: name, package: "swift-service-lifecycle", condition: .when(traits: ["Services"]))
}

/// The command of an example, in a folder beside its library.
func program(_ example: String) -> Target {
    .executableTarget(
        name: "\(example)Program", dependencies: [.target(name: example)],
        path: "Examples/\(example)/Program", swiftSettings: strict)
}

/// The process of a crash test, which is killed while it works, in a folder beside the tests.
func crashChild(_ name: String, _ uses: [Target.Dependency], in folder: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["Granary"] + uses, path: "\(folder)/CrashChild", swiftSettings: strict)
}

let package = Package(
    name: "Granary",
    products: [
        .library(name: "Granary", targets: ["Granary"]),
        .library(name: "GranaryStore", targets: ["GranaryStore"]),
        .library(name: "GranaryMemory", targets: ["GranaryMemory"]),
        .library(name: "GranarySQLite", targets: ["GranarySQLite"]),
        .library(name: "GranaryPostgreSQL", targets: ["GranaryPostgreSQL"]),
        .library(name: "GranaryFoundation", targets: ["GranaryFoundation"]),
        .library(name: "GranaryKeyValue", targets: ["GranaryKeyValue"]),
        .library(name: "GranaryLevelDB", targets: ["GranaryLevelDB"]),
        .library(name: "GranaryConformance", targets: ["GranaryConformance"]),
        .library(name: "GranaryAccounts", targets: ["GranaryAccounts"]),
        .library(name: "GranaryAccountsTool", targets: ["GranaryAccountsTool"]),
        .library(name: "GranarySync", targets: ["GranarySync"]),
        .library(name: "GranarySyncTesting", targets: ["GranarySyncTesting"]),
        .library(name: "GranarySyncTool", targets: ["GranarySyncTool"]),
        // Empty without the trait `HTTP`.
        .library(name: "GranaryHTTP", targets: ["GranaryHTTP"]),
        // Empty without the trait `Services`.
        .library(name: "GranaryService", targets: ["GranaryService"]),
        .library(name: "GranaryTool", targets: ["GranaryTool"]),
        .executable(name: "granary", targets: ["GranaryToolMain"]),
        .executable(name: "flights", targets: ["FlightsProgram"]),
        .executable(name: "board", targets: ["DepartureBoardProgram"]),
        .executable(name: "offline", targets: ["OfflineProgram"]),
        .executable(name: "travellers", targets: ["TravellersProgram"]),
    ],
    traits: [
        .trait(
            name: "HTTP",
            description: "Servers over HTTP as sources of repositories (GranaryHTTP), with async-http-client."
        ),
        .trait(
            name: "Services",
            description:
                "Stacks, accounts and modules as services (GranaryService), with swift-service-lifecycle."
        ),
    ],
    dependencies: [
        // The compiler plug-in behind @Model reads and writes Swift syntax.
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
        // Configuration files, environment and command line, in a hierarchy.
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0",
            traits: ["JSON", "YAML", "CommandLineArguments"]),
        // Configuration files in YAML are read into a tree, so that unknown keys and wrong values can be named
        // with their lines: swift-configuration, which brings this parser along, hides keys nobody asks for.
        .package(url: "https://github.com/jpsim/Yams", "5.4.0"..<"7.0.0"),
        // Waiting work leaves a double-ended queue in the order in which it came.
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        // What happens is logged through the standard logging interface.
        .package(url: "https://github.com/apple/swift-log", from: "1.6.3"),
        // What is done is measured and traced through the standard interfaces of the Swift server ecosystem.
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
        // The command-line tool and the examples parse their arguments with it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
        // With the trait `HTTP` alone, and not resolved without it: the client, the words of HTTP, the bytes of the client's
        // bodies, and the server that the tests start.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
        // With the trait `Services` alone: what runs the parts of a server.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // MARK: The core
        .macro(
            name: "GranaryPlugin",
            dependencies: [
                "GranaryMacros",
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ],
            swiftSettings: strict),
        // What the plug-in does, as a library: SwiftPM builds the tests of a plug-in, and with them all tests and all they
        // use, a second time for the machine that compiles.
        .target(
            name: "GranaryMacros",
            dependencies: [
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ],
            swiftSettings: strict),
        // Values, schemas and the contract of stores: what families and backends stand on.
        .target(
            name: "GranaryStore",
            dependencies: [.product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: product),
        // Models, contexts and queries: what works with objects, over whatever sessions its stores offer.
        .target(
            name: "GranaryObjects",
            dependencies: [
                "GranaryPlugin", "GranaryStore",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: product),
        // Configuration, stacks, actions and live queries; exports the storeys below, so that programs import this one.
        .target(
            name: "Granary",
            dependencies: [
                "GranaryObjects", "GranaryStore",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                "Yams",
            ],
            swiftSettings: product),
        // Foundation's predicates and sort descriptors as a second front end of queries.
        .target(name: "GranaryFoundation", dependencies: ["Granary"], swiftSettings: strict),
        // Users with stores of their own, and the parts of a program, which start in the order of their needs. It depends on
        // Granary alone: what makes services of them is a product of its own.
        .target(name: "GranaryAccounts", dependencies: ["Granary"], swiftSettings: strict),
        // Stacks, accounts and modules as services, and services as modules; its files are empty without the trait.
        .target(
            name: "GranaryService", dependencies: ["Granary", "GranaryAccounts"] + services,
            swiftSettings: strict),
        // Repositories over a server, and the writes that wait for it; knows no transport.
        .target(name: "GranarySync", dependencies: ["Granary"], swiftSettings: product),
        // A source of repositories over HTTP; its files are empty without the trait.
        .target(
            name: "GranaryHTTP",
            dependencies: [
                "Granary", "GranarySync",
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["HTTP"])),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["HTTP"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["HTTP"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["HTTP"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["HTTP"])),
            ],
            swiftSettings: strict),
        .target(name: "GranarySQL", dependencies: ["GranaryStore"], swiftSettings: strict),
        // Makes a store of anything that keeps bytes by key in order; a product, for backends of others.
        .target(name: "GranaryKeyValue", dependencies: ["GranaryStore"], swiftSettings: product),
        // Its promises about telemetry listen to what a stack reports.
        .target(
            name: "GranaryConformance",
            dependencies: [
                "Granary",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: strict),
        // The promises of accounts, over any backend.
        .target(
            name: "GranaryAccountsTesting",
            dependencies: ["Granary", "GranaryAccounts", "GranaryConformance"],
            swiftSettings: strict),
        // What repositories keep over any store, and what sources of others keep, for their authors to test.
        .target(
            name: "GranarySyncTesting", dependencies: ["Granary", "GranaryConformance", "GranarySync"],
            swiftSettings: strict),
        // The tool's commands are a library, so that programs offer them for their own models, with the backends they link.
        .target(
            name: "GranaryTool",
            dependencies: [
                "Granary", argumentParser,
            ],
            exclude: ["Main"], swiftSettings: strict),
        // The commands for outboxes, apart from the tool's others: a program that syncs nothing does not wait for them.
        .target(
            name: "GranarySyncTool",
            dependencies: [
                "Granary", "GranarySync", "GranaryTool", argumentParser,
            ],
            swiftSettings: strict),
        // The commands for accounts, apart from the tool's others: a program without accounts does not wait for them.
        .target(
            name: "GranaryAccountsTool",
            dependencies: [
                "Granary", "GranaryAccounts", "GranaryTool", argumentParser,
            ],
            swiftSettings: strict),
        // The tool without models, for the stores of every backend.
        .executableTarget(
            name: "GranaryToolMain",
            dependencies: [
                "Granary", "GranaryAccounts", "GranaryAccountsTool", "GranaryLevelDB", "GranaryMemory",
                "GranarySQLite", "GranaryPostgreSQL", "GranarySync", "GranarySyncTool", "GranaryTool",
                argumentParser,
            ],
            path: "Sources/GranaryTool/Main", swiftSettings: strict),

        // MARK: Backends
        .target(
            name: "GranaryMemory", dependencies: ["GranaryStore"],
            path: "Backends/Memory/Sources", swiftSettings: product),
        .systemLibrary(
            name: "CSQLite", path: "Backends/SQLite/CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "GranarySQLite", dependencies: ["GranaryStore", "GranarySQL", "CSQLite"],
            path: "Backends/SQLite/Sources", swiftSettings: product),
        // The process that the tests of the SQLite backend kill while it saves.
        crashChild("SQLiteCrashChild", ["GranaryConformance", "GranarySQLite"], in: "Backends/SQLite"),
        // LevelDB has no pkg-config file; the module map names the library.
        .systemLibrary(
            name: "CLevelDB", path: "Backends/LevelDB/CLevelDB", providers: [.apt(["libleveldb-dev"])]),
        .target(
            name: "GranaryLevelDB", dependencies: ["GranaryStore", "GranaryKeyValue", "CLevelDB"],
            path: "Backends/LevelDB/Sources", swiftSettings: product),
        // The process that the tests of the LevelDB backend kill while it saves.
        crashChild(
            "LevelDBCrashChild", ["GranaryConformance", "GranaryKeyValue", "GranaryLevelDB"],
            in: "Backends/LevelDB"),

        // PostgreSQL by its own C library: the wire protocol, TLS and authentication are not written again.
        .systemLibrary(
            name: "CPostgreSQL", path: "Backends/PostgreSQL/CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]),
        .target(
            name: "GranaryPostgreSQL", dependencies: ["GranaryStore", "GranarySQL", "CPostgreSQL"],
            path: "Backends/PostgreSQL/Sources", swiftSettings: strict),
        // The process that the tests of the PostgreSQL backend kill while it saves.
        crashChild(
            "PostgreSQLCrashChild", ["GranaryConformance", "GranaryPostgreSQL"], in: "Backends/PostgreSQL"),

        // MARK: Examples
        // The data of the Flights example are packed, and so is the archive they come from.
        .systemLibrary(
            name: "CZlib", path: "Examples/Flights/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "Flights",
            dependencies: [
                "Granary", "GranaryLevelDB", "GranaryMemory", "GranarySQLite", "GranaryPostgreSQL",
                "GranaryTool",
                "CZlib", argumentParser,
            ],
            path: "Examples/Flights/Sources", resources: [.copy("January"), .copy("FirstVersion")],
            swiftSettings: product),
        // The program of the tutorial about a year of a store; it has a release for every change of the models.
        .executableTarget(
            name: "LibraryProgram",
            dependencies: [
                "Granary", "GranarySQLite", "GranaryTool", argumentParser,
            ],
            path: "Examples/Library/Sources", swiftSettings: strict),
        // A backend of one's own, over GranaryKeyValue.
        .target(
            name: "CustomBackend", dependencies: ["GranaryStore", "GranaryKeyValue"],
            path: "Examples/CustomBackend/Sources", swiftSettings: product),
        // The process that the example's tests kill while it saves.
        crashChild("LogCrashChild", ["CustomBackend", "GranaryConformance"], in: "Examples/CustomBackend"),
        program("Flights"),
        // Live queries, editors and importers on the January of the Flights example, whose files it reads.
        .target(
            name: "DepartureBoard",
            dependencies: [
                "Flights", "Granary", "GranaryLevelDB", "GranaryMemory", "GranarySQLite", "GranaryPostgreSQL",
                "GranaryTool", argumentParser,
            ],
            path: "Examples/DepartureBoard/Sources", swiftSettings: strict),
        program("DepartureBoard"),
        // The process that the example's tests let die between its commit and the news of it.
        crashChild(
            "BoardCrashChild", ["DepartureBoard", "GranaryConformance"], in: "Examples/DepartureBoard"),

        // A client that reads and saves without its server, and the server: over HTTP, so of use with the trait alone.
        .target(
            name: "Offline",
            dependencies: [
                "Flights", "Granary", "GranaryHTTP", "GranaryLevelDB", "GranaryMemory", "GranaryPostgreSQL",
                "GranarySQLite", "GranarySync", argumentParser,
                .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["HTTP"])),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["HTTP"])),
            ],
            path: "Examples/Offline/Sources", swiftSettings: strict),
        program("Offline"),

        // Several users with stores of their own, and the server that they sign in at: of use with the trait alone too.
        .target(
            name: "Travellers",
            dependencies: [
                "Flights", "Granary", "GranaryAccounts", "GranaryLevelDB", "GranaryMemory",
                "GranaryPostgreSQL", "GranarySQLite", "GranaryService", argumentParser,
                .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["HTTP"])),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["HTTP"])),
            ] + services,
            path: "Examples/Travellers/Sources", swiftSettings: strict),
        program("Travellers"),

        // MARK: Tests
        // What tests of several targets use: directories, errors, stacks, rows.
        .target(
            name: "GranaryTestSupport", dependencies: ["Granary", "GranaryConformance"],
            path: "Tests/GranaryTestSupport", swiftSettings: strict),
        .testTarget(
            name: "FlightsTests",
            dependencies: ["Flights", "FlightsProgram", "Granary", "GranaryLevelDB", "GranarySQLite"],
            exclude: ["Snapshots"], swiftSettings: strict),
        .testTarget(
            name: "LibraryTests", dependencies: ["GranaryTestSupport", "LibraryProgram"],
            path: "Examples/Library/Tests", swiftSettings: strict),
        .testTarget(
            name: "DepartureBoardTests",
            dependencies: [
                "BoardCrashChild", "DepartureBoardProgram", "GranaryConformance", "GranaryTestSupport",
            ],
            path: "Examples/DepartureBoard/Tests", exclude: ["January-1.txt"], swiftSettings: strict),
        .testTarget(
            name: "OfflineTests",
            dependencies: ["GranaryConformance", "GranaryTestSupport", "OfflineProgram"],
            path: "Examples/Offline/Tests", swiftSettings: strict),
        .testTarget(
            name: "TravellersTests",
            dependencies: [
                "Flights", "GranaryConformance", "GranaryTestSupport", "Travellers", "TravellersProgram",
            ] + services,
            path: "Examples/Travellers/Tests", swiftSettings: strict),
        .testTarget(
            name: "GranaryTests",
            dependencies: [
                "Granary", "GranaryObjects", "GranaryConformance", "GranaryTestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GranaryFoundationTests",
            dependencies: ["Granary", "GranaryFoundation", "GranaryConformance", "GranaryTestSupport"],
            swiftSettings: strict),
        // The backends under promises that are of no backend.
        .target(
            name: "GranaryTestHarnesses",
            dependencies: [
                "Granary", "GranaryConformance", "GranaryLevelDB", "GranaryMemory", "GranaryPostgreSQL",
                "GranarySQLite",
            ],
            path: "Tests/GranaryTestHarnesses", swiftSettings: strict),
        // Questions to an order database, whose answers a script beside them computes.
        .testTarget(
            name: "QuestionTests",
            dependencies: ["Granary", "GranaryConformance", "GranaryTestHarnesses", "GranaryTestSupport"],
            exclude: ["Answers"], swiftSettings: strict),
        // Optimized, since each short run follows ten thousand random programs step by step.
        .testTarget(
            name: "GranaryAccountsTests",
            dependencies: [
                "AccountCrashChild", "Granary", "GranaryAccounts", "GranaryAccountsTesting",
                "GranaryConformance", "GranaryMemory", "GranarySync", "GranaryTestHarnesses",
                "GranaryTestSupport",
            ],
            exclude: ["CrashChild"], swiftSettings: strict),
        // The process that the tests kill on the way of a sign-in.
        crashChild(
            "AccountCrashChild", ["GranaryAccounts", "GranaryLevelDB", "GranaryPostgreSQL", "GranarySQLite"],
            in: "Tests/GranaryAccountsTests"),
        .testTarget(
            name: "GranaryServiceTests",
            dependencies: [
                "Granary", "GranaryAccounts", "GranaryConformance", "GranaryMemory", "GranaryService",
                "GranaryTestSupport",
            ] + services,
            swiftSettings: strict),
        .testTarget(
            name: "GranarySyncTests",
            dependencies: [
                "Granary", "GranarySync", "GranarySyncTesting", "GranaryConformance", "GranaryLevelDB",
                "GranaryMemory", "GranaryPostgreSQL", "GranarySQLite", "GranaryTestHarnesses",
                "GranaryTestSupport", "SyncCrashChild",
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            exclude: ["CrashChild"], swiftSettings: strict),
        // They talk to a server on loopback.
        .testTarget(
            name: "GranaryHTTPTests",
            dependencies: [
                "Granary", "GranaryConformance", "GranaryHTTP", "GranaryMemory", "GranarySync",
                "GranaryTestSupport",
                .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["HTTP"])),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["HTTP"])),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["HTTP"])),
            ],
            swiftSettings: strict),
        // The process that the tests kill on the way of a write to the server.
        crashChild(
            "SyncCrashChild", ["GranaryLevelDB", "GranaryPostgreSQL", "GranarySQLite", "GranarySync"],
            in: "Tests/GranarySyncTests"),
        .testTarget(
            name: "GranaryMemoryTests",
            dependencies: ["Granary", "GranaryMemory", "GranaryConformance", "GranaryTestSupport"],
            path: "Backends/Memory/Tests", swiftSettings: strict),
        // Models in a module where everything is on the main actor by default.
        .testTarget(
            name: "GranaryMainActorTests", dependencies: ["Granary", "GranaryMemory"],
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "GranaryConformanceTests",
            dependencies: ["Granary", "GranaryConformance", "GranaryTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "GranaryToolTests",
            dependencies: [
                "Granary", "GranaryAccounts", "GranaryAccountsTool", "GranaryLevelDB", "GranaryMemory",
                "GranarySQLite", "GranaryPostgreSQL", "GranarySync", "GranarySyncTool", "GranaryTestSupport",
                "GranaryTool", "GranaryToolMain", argumentParser,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GranarySQLiteTests",
            dependencies: [
                "Granary", "GranarySQL", "GranarySQLite", "GranaryConformance", "GranaryTestSupport",
                "CSQLite", "SQLiteCrashChild",
            ],
            path: "Backends/SQLite/Tests", exclude: ["FormatOne"], swiftSettings: strict),
        // They need a server, which `make test` starts.
        .testTarget(
            name: "GranaryPostgreSQLTests",
            dependencies: [
                "Granary", "GranarySQL", "GranaryPostgreSQL", "GranaryConformance", "GranaryTestSupport",
                "CPostgreSQL", "PostgreSQLCrashChild",
            ],
            path: "Backends/PostgreSQL/Tests", exclude: ["FormatOne"], swiftSettings: strict),
        .testTarget(
            name: "CustomBackendTests",
            dependencies: ["CustomBackend", "Granary", "GranaryConformance", "LogCrashChild"],
            path: "Examples/CustomBackend/Tests", swiftSettings: strict),
        // The example's engine is the one that these tests look into.
        .testTarget(
            name: "GranaryKeyValueTests",
            dependencies: [
                "CustomBackend", "Granary", "GranaryConformance", "GranaryTestSupport", "GranaryKeyValue",
            ],
            exclude: ["Golden", "decode.py"], swiftSettings: strict),
        .testTarget(
            name: "GranaryLevelDBTests",
            dependencies: [
                "Granary", "GranaryKeyValue", "GranaryLevelDB", "GranaryConformance", "GranaryTestSupport",
                "CLevelDB", "LevelDBCrashChild",
            ],
            path: "Backends/LevelDB/Tests", exclude: ["FormatOne"], swiftSettings: strict),
        .testTarget(
            name: "GranaryMacrosTests",
            dependencies: [
                "GranaryMacros",
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
            ],
            swiftSettings: strict),
    ]
)
