/// The words of a new package for its users.
extension NewPackage {
    /// The page of the package.
    var readme: String {
        """
        # \(name.text)

        \(needs)

        ```
        swift test
        swift run \(name.text) Buy milk
        swift run \(name.text)
        swift run \(name.tool) stores
        ```
        \(serverWords)
        | Folder | Holds |
        |---|---|
        | `Sources/\(name.models)` | the models, and `makeSchema()` |
        | `Sources/\(name.text)` | the program |
        | `Sources/\(name.tool)` | the tool that shows and migrates its stores |
        | `Tests` | tests of the models, over a store in memory |
        | `granary.yaml` | the store |

        The first build compiles Granary, once. Afterwards a change of the program compiles the program alone, and one of
        a model compiles what uses it. Before a release, record its models:
        `swift run \(name.tool) schema record 1.0`.

        """
    }

    /// What a user does next.
    func nextSteps(in folder: String) -> String {
        var lines = ["", "  cd \(folder)", "  swift test", "  swift run \(name.text) Buy milk"]
        if let debianPackage = store.debianPackage {
            lines.insert("  apt-get install \(debianPackage)     # unless it is there", at: 1)
        }
        if store == .postgresql {
            lines.insert("  export \(variable)=postgresql://USER:PASSWORD@HOST/DATABASE", at: 4)
        }
        return lines.joined(separator: "\n")
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
}
