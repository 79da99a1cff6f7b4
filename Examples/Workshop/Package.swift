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

/// A product of Granary.
func granary(_ product: String) -> Target.Dependency { .product(name: product, package: "Granary") }

// A package of its own, so that nobody who uses Granary gets Hummingbird with it.
let package = Package(
    name: "Workshop",
    products: [.executable(name: "workshop", targets: ["WorkshopProgram"])],
    dependencies: [
        .package(name: "Granary", path: "../..", traits: ["Services"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.9.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
    ],
    targets: [
        // The models have a module of their own: a changed line of the service compiles none of them.
        .target(
            name: "WorkshopModels", dependencies: [granary("Granary")], path: "Sources/Models",
            swiftSettings: strict),
        // Pages, and what runs them.
        .target(
            name: "Workshop",
            dependencies: [
                "WorkshopModels", granary("Granary"), granary("GranaryAccounts"), granary("GranaryMemory"),
                granary("GranaryPostgreSQL"), granary("GranarySQLite"), granary("GranaryService"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Service", swiftSettings: strict),
        .executableTarget(
            name: "WorkshopProgram",
            dependencies: [
                "Workshop", granary("Granary"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Program", swiftSettings: strict),
        // They start the service on loopback.
        .testTarget(
            name: "WorkshopTests",
            dependencies: [
                "Workshop", "WorkshopModels", granary("Granary"), granary("GranaryPostgreSQL"),
                granary("GranarySQLite"), .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests", swiftSettings: strict),
    ]
)
