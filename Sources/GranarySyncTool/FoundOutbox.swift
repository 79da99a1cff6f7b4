import Granary
import GranarySync
import GranaryTool

/// A store of a configuration that has an outbox.
struct FoundOutbox {
    private let store: PlacedStore

    /// How people know the store.
    var label: String { store.label }

    /// What was made of each outbox of the stores that a configuration names.
    struct Results<R> {
        /// The results, with the labels of their stores.
        var all: [(store: String, result: R)] = []
        /// What is to be said of the stores that were left out; `nil` if none was.
        var complaint: String?
    }

    /// Makes something of each outbox of the stores that a configuration names; those that cannot be opened are left out.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` where no store has one; the error of the first store where all that may
    ///   have one cannot be opened; errors of reading the configuration.
    static func each<Program: ToolProgram, R>(
        _ program: Program.Type, _ options: ConfigurationOptions, _ body: (FoundOutbox) throws -> R
    ) async throws -> Results<R> {
        var results = Results<R>()
        var failures: [(store: String, error: any Error)] = []
        for store in try await ToolSetup.read(program, options).stores() {
            let outbox = FoundOutbox(store: store)
            do {
                if try outbox.isThere() { results.all.append((outbox.label, try body(outbox))) }
            } catch {
                failures.append((outbox.label, error))
            }
        }
        if results.all.isEmpty {
            throw failures.first?.error
                ?? GranaryError(
                    .notFound,
                    "No store of the configuration has an outbox. A program whose schema names synced models makes one at its first start."
                )
        }
        if !failures.isEmpty {
            results.complaint = failures.map { store, error in
                "\(store): \((error as? GranaryError)?.message ?? "\(error)")"
            }.joined(separator: " ")
        }
        return results
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
