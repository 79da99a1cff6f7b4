/// The manifest of a new package.
extension NewPackage {
    /// The manifest.
    var manifest: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        /// A product of Granary.
        func granary(_ product: String) -> Target.Dependency { .product(name: product, package: "\(dependency.identity)") }

        let package = Package(
            name: "\(name.text)",
            dependencies: [
                \(packages.joined(separator: ",\n        ")),
            ],
            targets: [
                \(targets.joined(separator: ",\n        ")),
            ])

        """
    }

    /// The packages that it depends on.
    private var packages: [String] {
        if !isService { return [dependency.line()] }
        return [
            dependency.line(traits: ["Services"]),
            #".package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1")"#,
            #".package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0")"#,
            #".package(url: "https://github.com/apple/swift-log", from: "1.14.0")"#,
        ]
    }

    private var targets: [String] {
        let kind = isService ? "service" : "program"
        let models = """
            // The models have a module of their own, so a change of the \(kind) does not compile them again.
                    \(target("target", name.models, [product("Granary")]))
            """
        let uses = [
            own(name.models), product("Granary"), product(store.product), product("GranaryTool"),
        ]
        let tool = """
            // The commands of Granary for these models: `swift run \(name.tool) --help`.
                    \(target("executableTarget", name.tool, uses))
            """
        let tests = target(
            "testTarget", "\(name.models)Tests",
            [own(name.models), product("Granary"), product("GranaryMemory")])
        return [models] + (isService ? serviceTargets : [programTarget]) + [tool, tests]
            + (isService ? [serviceTestTarget] : [])
    }

    private var programTarget: String {
        target(
            "executableTarget", name.text, [own(name.models), product("Granary"), product(store.product)])
    }

    /// The service knows no backend: the program names it.
    private var serviceTargets: [String] {
        let service = target(
            "target", name.service,
            [
                own(name.models), product("Granary"), product("GranaryAccounts"), product("GranaryService"),
                Self.hummingbird, Self.logging, Self.lifecycle,
            ])
        let program = target(
            "executableTarget", name.text,
            [
                own(name.service), product("Granary"), product(store.product), Self.logging, Self.lifecycle,
                Self.signals,
            ])
        return [service, program]
    }

    private var serviceTestTarget: String {
        target(
            "testTarget", "\(name.service)Tests",
            [own(name.service), product("Granary"), product("GranaryMemory"), Self.logging, Self.lifecycle])
    }

    private static let hummingbird = #".product(name: "Hummingbird", package: "hummingbird")"#
    private static let logging = #".product(name: "Logging", package: "swift-log")"#
    private static let lifecycle = #".product(name: "ServiceLifecycle", package: "swift-service-lifecycle")"#
    private static let signals = #".product(name: "UnixSignals", package: "swift-service-lifecycle")"#

    private func own(_ target: String) -> String { "\"\(target)\"" }
    private func product(_ name: String) -> String { "granary(\"\(name)\")" }

    /// A target, with a line for each of its dependencies.
    private func target(_ kind: String, _ name: String, _ dependencies: [String]) -> String {
        let lines = dependencies.map { "\n                \($0)," }.joined()
        return """
            .\(kind)(
                        name: "\(name)",
                        dependencies: [\(lines)
                        ])
            """
    }
}
