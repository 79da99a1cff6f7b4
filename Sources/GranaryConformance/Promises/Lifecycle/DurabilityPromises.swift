import FoundationEssentials
import Granary

/// An acknowledged save is written; ``CrashTrial`` tests the state that a killed process leaves behind.
enum DurabilityPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static let promises: [ConformancePromise] = [
        promise(
            "A save is written before it is acknowledged: the files, copied right then, hold it",
            needs: .durable
        ) {
            bench in
            try await bench.saveLibrary()
            for round in 0..<3 {
                try await bench.saveTag("word \(round)", in: bench.stack)
                try await compareCopy(bench)
            }
            let expected = try await content(of: bench.stack)
            try expectEqual(
                try await bench.reopened { try await content(of: $0) }, expected,
                "what is there after opening again")
        }
    ]

    /// Compares the store, while it is open, with one opened on a copy of its files; where there are none, with
    /// another stack on the same store, if it admits one.
    private static func compareCopy(_ bench: ConformanceBench) async throws {
        let expected = try await content(of: bench.stack)
        let copy = TemporaryDirectory()
        defer { copy.remove() }
        let hasFiles = try !FileTree(bench.directory).files.isEmpty
        guard hasFiles || bench.harness.capabilities.contains(.severalProcesses) else { return }
        if hasFiles { try FileManager.default.copyItem(atPath: bench.directory, toPath: copy.path) }
        let places = try ConformanceModels.configurationNames(bench.topology).map { name in
            try bench.harness.placement(
                name,
                ConformancePlace(
                    directory: hasFiles ? copy.path : bench.directory, store: bench.topology.store(of: name)))
        }
        let found = try await bench.withStack(try bench.stack(of: places)) { try await content(of: $0) }
        try expectEqual(found, expected, "the words and titles in the copy")
    }

    private static func content(of stack: PersistentStack) async throws -> [String] {
        try await stack.perform { context in
            try context.fetch(Tag.all).map(\.word) + context.fetch(Book.all).map(\.title)
        }
    }
}
