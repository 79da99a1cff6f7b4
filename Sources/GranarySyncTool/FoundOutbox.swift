import Granary
import GranarySync
import GranaryTool

/// A store of a configuration that has an outbox.
struct FoundOutbox {
    private let store: PlacedStore

    /// How people know the store.
    var label: String { store.label }

    /// The outboxes of the stores that a configuration names.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` where no store has one; errors of reading the configuration and of
    ///   looking at the stores.
    static func all<Program: ToolProgram>(
        _ program: Program.Type, _ options: ConfigurationOptions
    ) async throws -> [FoundOutbox] {
        let stores = try await ToolSetup.read(program, options).stores()
        let found = try stores.map(FoundOutbox.init).filter { try $0.isThere() }
        if !found.isEmpty { return found }
        throw GranaryError(
            .notFound,
            "No store of the configuration has an outbox. A program whose schema names synced models makes one at its first start."
        )
    }

    private func isThere() throws -> Bool {
        // What is in the memory of another process cannot be looked at.
        guard store.backend.capabilities.contains(.persistent), try store.inspected() != nil else {
            return false
        }
        return try open(forWriting: false) { $0 != nil }
    }

    /// Reads the outbox.
    func read<R>(_ body: (StoredOutbox) throws -> R) throws -> R {
        try open(forWriting: false) { try body(Self.required($0)) }
    }

    /// Changes the outbox.
    func write<R>(_ body: (StoredOutbox) throws -> R) throws -> R {
        try open(forWriting: true) { try body(Self.required($0)) }
    }

    private static func required(_ outbox: StoredOutbox?) throws -> StoredOutbox {
        if let outbox { return outbox }
        throw GranaryError(
            .notFound,
            "The store has no outbox any more: another process has migrated it. Run the command again.")
    }

    private func open<R>(forWriting: Bool, _ body: (StoredOutbox?) throws -> R) throws -> R {
        let records = try StoredRecords(
            store.configuration, backends: [Backend(store.backend)], forWriting: forWriting)
        defer { records.close() }
        return try body(StoredOutbox(records))
    }
}
