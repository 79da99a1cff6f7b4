// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

// A package of its own, so that nobody who uses Granary gets GRDB with it.
let package = Package(
    name: "GranaryBenchmarks",
    products: [
        .executable(name: "granary-benchmarks", targets: ["GranaryBenchmarks"]),
        .executable(name: "granary-counts", targets: ["Counts"]),
    ],
    traits: [
        .trait(
            name: "HTTP",
            description: "The rows of `sync` about a source over HTTP. Their packages take minutes to build.")
    ],
    dependencies: [
        .package(
            name: "Granary", path: "..", traits: [.trait(name: "HTTP", condition: .when(traits: ["HTTP"]))]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
        // With the trait `HTTP` alone, and not resolved without it: the client that a source is compared with, the words of
        // HTTP, the client's bytes, and the server.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLiteBenchmark", path: "CSQLiteBenchmark", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CLevelDBBenchmark", path: "CLevelDBBenchmark", providers: [.apt(["libleveldb-dev"])]),
        .systemLibrary(
            name: "CPostgreSQLBenchmark", path: "CPostgreSQLBenchmark", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CMemoryBenchmark", path: "CMemoryBenchmark"),
        // What is done, on which data, by whom.
        .target(name: "Workload", swiftSettings: strict),
        // A module per contender: each is compiled as an application that uses it would be.
        .target(
            name: "LoopContender", dependencies: ["Workload", "CSQLiteBenchmark"], swiftSettings: strict),
        .target(
            name: "LevelDBLoop", dependencies: ["Workload", "CLevelDBBenchmark"], swiftSettings: strict),
        .target(
            name: "PostgreSQLLoop", dependencies: ["Workload", "CPostgreSQLBenchmark"], swiftSettings: strict),
        .target(name: "DictionaryLoop", dependencies: ["Workload"], swiftSettings: strict),
        .target(
            name: "GranaryContender",
            dependencies: [
                "Workload", .product(name: "Granary", package: "Granary"),
                .product(name: "GranaryLevelDB", package: "Granary"),
                .product(name: "GranaryMemory", package: "Granary"),
                .product(name: "GranaryPostgreSQL", package: "Granary"),
                .product(name: "GranarySQLite", package: "Granary"),
            ],
            swiftSettings: strict),
        // What grows with its size and no faster.
        .target(
            name: "Growth",
            dependencies: [
                "Workload", .product(name: "Granary", package: "Granary"),
                .product(name: "GranaryLevelDB", package: "Granary"),
                .product(name: "GranaryMemory", package: "Granary"),
                .product(name: "GranarySQLite", package: "Granary"),
            ],
            swiftSettings: strict),
        // What observers cost those who save.
        .target(
            name: "Observation",
            dependencies: [
                .product(name: "Granary", package: "Granary"),
                .product(name: "GranaryLevelDB", package: "Granary"),
                .product(name: "GranaryMemory", package: "Granary"),
                .product(name: "GranarySQLite", package: "Granary"),
            ],
            swiftSettings: strict),
        // What happens to a store as its models change.
        .target(
            name: "Lifetime",
            dependencies: [
                "Workload", "CLevelDBBenchmark", "CSQLiteBenchmark", "PostgreSQLLoop",
                .product(name: "Granary", package: "Granary"),
                .product(name: "GranaryLevelDB", package: "Granary"),
                .product(name: "GranaryPostgreSQL", package: "Granary"),
                .product(name: "GranarySQLite", package: "Granary"),
            ],
            swiftSettings: strict),
        // What repositories and their outbox cost.
        .target(
            name: "Syncing",
            dependencies: [
                "Workload", .product(name: "Granary", package: "Granary"),
                .product(name: "GranarySQLite", package: "Granary"),
                .product(name: "GranarySync", package: "Granary"),
                .product(name: "GranaryHTTP", package: "Granary", condition: .when(traits: ["HTTP"])),
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["HTTP"])),
                .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["HTTP"])),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["HTTP"])),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["HTTP"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["HTTP"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["HTTP"])),
            ],
            swiftSettings: strict),
        // What questions in the language of queries cost.
        .target(
            name: "Querying",
            dependencies: [
                "Workload", "CSQLiteBenchmark", .product(name: "Granary", package: "Granary"),
                .product(name: "GranaryMemory", package: "Granary"),
                .product(name: "GranarySQLite", package: "Granary"),
            ],
            swiftSettings: strict),
        // What accounts and modules cost.
        .target(
            name: "UserAccounts",
            dependencies: [
                "Workload", "CMemoryBenchmark",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Granary", package: "Granary"),
                .product(name: "GranaryAccounts", package: "Granary"),
                .product(name: "GranaryAccountsTool", package: "Granary"),
                .product(name: "GranaryMemory", package: "Granary"),
                .product(name: "GranaryPostgreSQL", package: "Granary"),
                .product(name: "GranarySQLite", package: "Granary"),
                .product(name: "GranaryTool", package: "Granary"),
            ],
            swiftSettings: strict),
        // What `Scripts/counts` counts the instructions of.
        .executableTarget(
            name: "Counts",
            dependencies: [
                .product(name: "Granary", package: "Granary"),
                .product(name: "GranaryMemory", package: "Granary"),
                .product(name: "GranarySQLite", package: "Granary"),
            ],
            swiftSettings: strict),
        .target(
            name: "GRDBContender",
            dependencies: ["Workload", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),
        .executableTarget(
            name: "GranaryBenchmarks",
            dependencies: [
                "Workload", "LoopContender", "LevelDBLoop", "PostgreSQLLoop", "DictionaryLoop",
                "GranaryContender", "GRDBContender", "Growth", "Lifetime", "Observation", "Querying",
                "Syncing", "UserAccounts",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
    ]
)
