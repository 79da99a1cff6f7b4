import FoundationEssentials
import Granary

/// Takes the store to another directory, and writes that down in the configuration file.
func move(_ stack: PersistentStack, to directory: String) async throws {
    try await stack.moveStore(named: "Default", to: directory) { _ in
        let text = "location: \(directory)\nstores:\n  Default: { type: sqlite, file: library.sqlite }\n"
        try Data(text.utf8).write(to: URL(filePath: "granary.yaml"), options: .atomic)
    }
}
