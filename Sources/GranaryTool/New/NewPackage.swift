/// A package that uses Granary: its models in a module of their own, a program, a tool for its stores, and tests.
struct NewPackage: Sendable {
    /// The name of the package.
    let name: PackageName
    /// The type of its store.
    let store: NewStore
    /// Where it gets Granary from.
    let dependency: GranaryDependency

    /// Its files, in the order in which a reader needs them.
    var files: [NewFile] {
        [
            NewFile(path: "README.md", text: readme),
            NewFile(path: "Package.swift", text: manifest),
            NewFile(path: "granary.yaml", text: configuration),
            NewFile(path: ".gitignore", text: ".build/\ndata/\n"),
            NewFile(path: "Sources/\(name.models)/Note.swift", text: note),
            NewFile(path: "Sources/\(name.models)/Topic.swift", text: topic),
            NewFile(path: "Sources/\(name.models)/Schema.swift", text: schema),
            NewFile(path: "Sources/\(name.text)/Program.swift", text: program),
            NewFile(path: "Sources/\(name.tool)/Stores.swift", text: tool),
            NewFile(path: "Tests/\(name.models)Tests/NoteTests.swift", text: tests),
        ]
    }

    /// The manifest.
    private var manifest: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        /// A product of Granary.
        func granary(_ product: String) -> Target.Dependency { .product(name: product, package: "\(dependency.identity)") }

        let package = Package(
            name: "\(name.text)",
            dependencies: [\(dependency.line)],
            targets: [
                // The models have a module of their own, so a change of the program does not compile them again.
                .target(name: "\(name.models)", dependencies: [granary("Granary")]),
                .executableTarget(
                    name: "\(name.text)",
                    dependencies: ["\(name.models)", granary("Granary"), granary("\(store.product)")]),
                // The commands of Granary for these models: `swift run \(name.tool) --help`.
                .executableTarget(
                    name: "\(name.tool)",
                    dependencies: [
                        "\(name.models)", granary("Granary"), granary("\(store.product)"), granary("GranaryTool"),
                    ]),
                .testTarget(
                    name: "\(name.models)Tests",
                    dependencies: ["\(name.models)", granary("Granary"), granary("GranaryMemory")]),
            ])

        """
    }

    /// The configuration file.
    private var configuration: String {
        let head =
            "# The store of the models; Docs/Configuration.md of Granary has everything that can be said here.\n"
        return switch store {
        case .memory: head + "stores:\n  Default: { type: memory }\n"
        case .sqlite, .leveldb:
            head
                + "location: ./data\nstores:\n  Default: { type: \(store.rawValue), file: notes.\(store.rawValue) }\n"
        case .postgresql:
            head + """
                stores:
                  Default:
                    type: postgresql
                    options: { secretURL: { env: \(variable) }, schema: \(name.inLowercase) }

                """
        }
    }

    /// The environment variable that holds the address of the server.
    var variable: String { "\(name.inLowercase.uppercased())_DATABASE" }
}
