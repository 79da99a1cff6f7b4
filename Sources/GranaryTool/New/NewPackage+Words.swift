/// The words of a new package for its users.
extension NewPackage {
    /// The page of the package.
    var readme: String {
        """
        # \(name.text)

        \(needs)

        ```
        swift test
        \(uses.joined(separator: "\n"))
        swift run \(name.tool) stores
        ```
        \(serverWords)\(serviceWords)
        | Folder | Holds |
        |---|---|
        | `Sources/\(name.models)` | the models, and `makeSchema()` |
        \(programRows)
        | `Sources/\(name.tool)` | the tool that shows and migrates its stores |
        | `Tests` | tests, over stores in memory |
        | `granary.yaml` | the store |

        \(buildWords)
        and one of a model compiles what uses it. Before a release, record its models:
        `swift run \(name.tool) schema record 1.0`.

        """
    }

    /// What a user does next.
    func nextSteps(in folder: String) -> String {
        var lines = ["", "  cd \(folder)", "  swift test"] + uses.map { "  \($0)" }
        if let debianPackage = store.debianPackage {
            lines.insert("  apt-get install \(debianPackage)     # unless it is there", at: 1)
        }
        if store == .postgresql {
            lines.insert("  export \(variable)=postgresql://USER:PASSWORD@HOST/DATABASE", at: 4)
        }
        return lines.joined(separator: "\n")
    }

    /// How the program is used, from its folder.
    private var uses: [String] {
        if !isService { return ["swift run \(name.text) Buy milk", "swift run \(name.text)"] }
        return [
            "swift run \(name.text) 8080     # until Ctrl-C; the other lines in a second terminal",
            "curl -d '{\"title\": \"Buy milk\"}' http://127.0.0.1:8080/notes",
            "curl http://127.0.0.1:8080/notes",
            "curl http://127.0.0.1:8080/health",
        ]
    }

    private var buildWords: String {
        let (all, kind) = isService ? ("Granary and Hummingbird", "service") : ("Granary", "program")
        return
            "The first build compiles \(all), once. Afterwards a change of the \(kind) compiles the \(kind) alone,"
    }

    private var programRows: String {
        if !isService { return "| `Sources/\(name.text)` | the program |" }
        return """
            | `Sources/\(name.service)` | the web service, which knows no type of store |
            | `Sources/\(name.text)` | the program that runs it until SIGTERM or SIGINT |
            """
    }

    private var needs: String {
        guard let debianPackage = store.debianPackage else { return "It needs Swift 6.2 or newer." }
        return "It needs Swift 6.2 or newer, and `\(debianPackage)` of Debian."
    }

    private var serverWords: String {
        store == .postgresql
            ? "\nThe environment variable `\(variable)` names the server, such as `postgresql://USER:PASSWORD@HOST/DATABASE`.\n"
            : store.isKept ? "" : "\nThe store is in memory, so each run begins without notes.\n"
    }

    private var serviceWords: String {
        if !isService { return "" }
        return """

            `GET /notes` lists notes as JSON and `POST /notes` adds one. `GET /health` asks the store, and `GET /ready` tells
            what is known of it. The service listens on this computer alone, without sign-in and TLS. SIGTERM stops it
            gracefully: requests under way are answered, then the store closes.

            """
    }
}
