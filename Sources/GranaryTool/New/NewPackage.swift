/// A package that uses Granary: models in a module of their own, a program or web service, a tool for its stores, tests.
struct NewPackage: Sendable {
    /// The name of the package.
    let name: PackageName
    /// The type of its store.
    let store: NewStore
    /// Whether its program is a web service.
    let isService: Bool
    /// Where it gets Granary from.
    let dependency: GranaryDependency

    /// Its files, in the order in which a reader needs them.
    var files: [NewFile] {
        var files = [
            NewFile(path: "README.md", text: readme),
            NewFile(path: "Package.swift", text: manifest),
            NewFile(path: "granary.yaml", text: configuration),
            NewFile(path: ".gitignore", text: ".build/\ndata/\n"),
            NewFile(path: "Sources/\(name.models)/Note.swift", text: note),
            NewFile(path: "Sources/\(name.models)/Topic.swift", text: topic),
            NewFile(path: "Sources/\(name.models)/Schema.swift", text: schema),
            NewFile(path: "Sources/\(name.text)/Program.swift", text: isService ? serviceProgram : program),
            NewFile(path: "Sources/\(name.tool)/Stores.swift", text: tool),
            NewFile(path: "Tests/\(name.models)Tests/NoteTests.swift", text: tests),
        ]
        if isService {
            files += [
                NewFile(path: "Sources/\(name.service)/NoteServer.swift", text: server),
                NewFile(path: "Sources/\(name.service)/NoteRoutes.swift", text: routes),
                NewFile(path: "Sources/\(name.service)/ErrorAnswers.swift", text: errorAnswers),
                NewFile(path: "Tests/\(name.service)Tests/NoteServerTests.swift", text: serviceTests),
            ]
        }
        return files
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
