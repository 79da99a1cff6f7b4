import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryTool

/// The accounts of a configuration, found without models.
struct FoundAccounts: Sendable {
    let setup: ToolSetup
    /// The store of their records.
    let store: PlacedStore
    /// The schema that this store has recorded.
    let schema: StoredSchema

    /// Finds the store of the records.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` where no store has any; the error of the first store where all that may
    ///   have some cannot be looked at; errors of reading the configuration.
    init<Program: ToolProgram>(_ program: Program.Type, _ options: ConfigurationOptions) async throws {
        setup = try await ToolSetup.read(program, options)
        var failure: (any Error)?
        // What is in the memory of another process cannot be looked at.
        for store in try setup.sharedStores() where store.backend.capabilities.contains(.persistent) {
            do {
                guard let found = try store.inspected(), StoredAccounts.table(in: found.schema) != nil else {
                    continue
                }
                (self.store, schema) = (store, found.schema)
                return
            } catch {
                failure = failure ?? error
            }
        }
        throw failure
            ?? GranaryError(
                .notFound,
                "No store that accounts share has their records. A program whose schema names AccountRecord makes it at its first start, unless it is in memory."
            )
    }

    /// Throws unless accounts have stores of their own.
    ///
    /// - Throws: ``GranaryError/Code/configuration``.
    func requireStores() throws {
        if try !setup.storesOfAccounts().isEmpty { return }
        throw GranaryError(
            .configuration,
            "No store of the configuration has `perAccount`, so accounts have none of their own; add it where every account is to have one."
        )
    }

    // MARK: Records

    /// Reads the records.
    ///
    /// - Throws: errors of the store, and of the body.
    func read<R>(_ body: (StoredAccounts) throws -> R) throws -> R { try open(forWriting: false, body) }

    /// Changes the records.
    ///
    /// - Throws: errors of the store, and of the body.
    func write<R>(_ body: (StoredAccounts) throws -> R) throws -> R { try open(forWriting: true, body) }

    private func open<R>(forWriting: Bool, _ body: (StoredAccounts) throws -> R) throws -> R {
        let records = try StoredRecords(
            store.configuration, backends: [Backend(store.backend)], forWriting: forWriting)
        defer { records.close() }
        return try body(StoredAccounts(records))
    }

    // MARK: Places

    /// The places that have stores of accounts and no record, where the backends can tell.
    ///
    /// - Throws: errors of reaching what holds them.
    func places(besides records: [StoredAccount]) throws -> [String] {
        var places: Set<String> = []
        for store in try setup.storesOfAccounts() {
            let backend = try setup.registry.backend(for: store.type)
            guard let inspectable = backend as? any InspectableBackend.Type else { continue }
            places.formUnion(try inspectable.places(of: store))
        }
        // What cannot be looked at is listed with its error.
        return places.subtracting(records.map(\.place)).sorted().filter { (try? isUsed($0)) ?? true }
    }

    /// Whether something of accounts is at a place: a directory, or a store with what the configuration says.
    ///
    /// - Throws: errors of looking at its stores.
    func isUsed(_ place: String) throws -> Bool {
        try setup.stores(ofAccountAt: place).contains { store in
            let kind = store.backend
            guard kind.capabilities.contains(.persistent) else { return false }
            if kind.capabilities.contains(.files) {
                // Its directory is nobody else's, whatever is in it.
                let directory = store.configuration.location ?? "."
                let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
                return names?.isEmpty == false
            }
            // Another program may have stores on the server whose names begin like these.
            guard let found = try store.inspected() else { return false }
            return !found.schema.configurations.isDisjoint(with: store.names)
        }
    }

    /// Throws while a process has a store at a place open, where the engine can tell.
    ///
    /// - Throws: ``GranaryError/Code/locked``.
    func requireUnused(_ place: String) throws {
        for store in try setup.stores(ofAccountAt: place) where store.backend.capabilities.contains(.files) {
            // One that is damaged has nobody in it, and is no obstacle.
            guard let holder = (try? store.inspected())?.holders.first else { continue }
            var error = GranaryError(
                .locked,
                "The process \(holder) has the store “\(store.label)” of this account open; end it, and repeat the command."
            )
            error.context.store = store.label
            throw error
        }
    }

    /// The error of a place that has neither a record nor a store.
    static func unknown(_ place: String) -> GranaryError {
        GranaryError(
            .notFound,
            "There is no account at the place “\(place)”; `accounts list` has those that there are.")
    }
}
