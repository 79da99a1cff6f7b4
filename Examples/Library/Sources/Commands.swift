import ArgumentParser
import FoundationEssentials
import Granary

/// Stores the first books; a command of the first release.
struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "seed", abstract: "Store the first books.")

    func run() async throws {
        let stack = try await LibraryStores.open()
        try await stack.perform { context in
            try context.insert(January.Book(id: 1, name: "Emma", author: "Austen"))
            try context.insert(January.Book(id: 2, name: "Persuasion", author: "Austen"))
            try context.insert(January.Book(id: 3, name: "Middlemarch", author: "Eliot"))
            try context.save()
        }
        try await stack.close()
    }
}

/// Shows the stored rows without models, so it is the same command in every release.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show what is stored.")

    func run() async throws {
        let source = FileConfigurationSource(path: "granary.yaml", arguments: [])
        let registry = try StoreRegistry(backends: LibraryStores.backends)
        let configuration = try await source.configuration(for: .init(schema: nil, registry: registry))
        for store in configuration.stores {
            let records = try StoredRecords(store, backends: LibraryStores.backends)
            defer { records.close() }
            for model in records.models {
                let rows = try records.stream(model)
                while let row = try rows.next() {
                    let values = row.named.sorted { $0.key < $1.key }.map {
                        "\($0.key) \(text(of: $0.value))"
                    }
                    print("\(model): \(values.joined(separator: ", "))")
                }
            }
        }
    }
}

/// The text of a value; by itself a value does not show what it is, so that no message reveals it by accident.
private func text(of value: Value) -> String {
    switch value {
    case .integer(let number): String(number)
    case .text(let text): text
    default: value.description
    }
}

/// Fills new attributes of the books that are stored.
struct BackfillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backfill", abstract: "Fill new attributes of what is stored.")

    func run() async throws {
        let stack = try await LibraryStores.open()
        for result in try await stack.backfill() {
            print("\(result.model): \(result.filled) filled, \(result.left) left")
        }
        try await stack.close()
    }
}

/// Takes the store to another directory.
struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Take the store to another directory.")

    @Argument(help: "The directory.") var directory: String

    func run() async throws {
        let stack = try await LibraryStores.open()
        try await move(stack, to: directory)
        try await stack.close()
        print("The store is in \(directory).")
    }
}
