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
    dependencies: [
        .package(name: "Granary", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
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
                "GranaryContender", "GRDBContender", "Growth", "Lifetime", "Observation", "Syncing",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
    ]
)
