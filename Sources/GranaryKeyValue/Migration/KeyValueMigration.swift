package import Granary

/// Carries a plan out on the store in an engine.
///
/// Rows that change, and entries of new indexes, are written beside the old ones, under numbers that the catalogue does not
/// know; then one batch changes the catalogue, and what is not needed any more is removed. Until that batch the store is as
/// it was, and an interruption at any moment leaves nothing but entries that the next opening removes.
package struct KeyValueMigration {
    private let engine: any KeyValueEngine
    private let request: MigrationRequest
    private let before: StoreCatalogue
    private let after: NextCatalogue

    /// Plans the new catalogue of the store in an engine; nothing is changed yet.
    ///
    /// - Throws: `GranaryError.Code.corrupt` and `.newer` for its catalogue.
    package init(_ request: MigrationRequest, _ engine: any KeyValueEngine) throws {
        self.engine = engine
        self.request = request
        before = try StoreCatalogue(in: engine)
        after = try NextCatalogue(request, before)
    }

    /// Carries the plan out, unless that has been done, and returns what the store says about itself then.
    ///
    /// - Throws: `GranaryError.Code.conflict` when the store holds something else than the plan begins with.
    package func run() throws -> StoreCatalogue {
        let held = before.storedSchema(like: StoredSchema(request.store))
        guard try request.isOpen(for: held) else { return before }
        for check in after.checks { try check.run(engine) }
        var begun = before
        begun.nextTable = after.catalogue.nextTable
        begun.unused = (before.unused ?? []) + after.begun
        try write(begun)
        do {
            for rewriting in after.rewritings { try rewriting.run(engine) }
        } catch {
            try? UnusedEntries(engine).remove(after.begun)
            throw error
        }
        var changed = after.catalogue
        changed.unused = (before.unused ?? []) + after.left
        try write(changed, counters: try counters())
        return try UnusedEntries(engine).clear(changed)
    }

    /// The largest integer keys that tables have handed out, for those that have another number now.
    private func counters() throws -> [(key: [UInt8], value: [UInt8])] {
        let view = try ReadView(engine)
        defer { view.end() }
        let value = KeyValueBuffer()
        return try after.renumbered.compactMap { old, new in
            guard try KeyCounters.key(of: old).withUnsafeBytes({ try view.get($0, into: value) }) else {
                return nil
            }
            return (KeyCounters.key(of: new), Array(value.bytes))
        }
    }

    private func write(
        _ catalogue: StoreCatalogue, counters: [(key: [UInt8], value: [UInt8])] = []
    ) throws {
        let batch = try engine.makeBatch()
        batch.put(StoreCatalogue.key, try catalogue.json())
        for counter in counters { batch.put(counter.key, counter.value) }
        try batch.commit(durably: true)
    }
}

/// The entries that a catalogue says nobody needs.
struct UnusedEntries {
    private let engine: any KeyValueEngine

    init(_ engine: any KeyValueEngine) { self.engine = engine }

    /// Removes what a catalogue names, and returns the catalogue that names nothing.
    func clear(_ catalogue: StoreCatalogue) throws -> StoreCatalogue {
        guard let unused = catalogue.unused, !unused.isEmpty else { return catalogue }
        try remove(unused)
        var cleared = catalogue
        cleared.unused = nil
        let batch = try engine.makeBatch()
        batch.put(StoreCatalogue.key, try cleared.json())
        try batch.commit(durably: true)
        return cleared
    }

    /// Removes the entries whose keys begin with some bytes.
    func remove(_ prefixes: [[UInt8]]) throws {
        for prefix in prefixes {
            // Durable before the catalogue forgets the entries.
            try engine.removeEntries(in: KeyRange(beginningWith: prefix), durably: true)
        }
    }
}

extension KeyValueStore {
    /// The number of the last save of the store in an engine.
    ///
    /// - Throws: `GranaryError.Code.corrupt`.
    package static func saves(in engine: any KeyValueEngine) throws -> Int64 {
        let view = try ReadView(engine)
        defer { view.end() }
        return try StoreOpening.version(view)
    }
}

extension StoreCatalogue {
    /// Reads the catalogue in an engine.
    ///
    /// - Throws: `GranaryError.Code.corrupt` without one; `.newer`.
    package init(in engine: any KeyValueEngine) throws {
        let view = try ReadView(engine)
        defer { view.end() }
        let value = KeyValueBuffer(capacity: 4_096)
        let isPresent = try Self.key.withUnsafeBytes { try view.get($0, into: value) }
        try self.init(json: isPresent ? Array(value.bytes) : [])
    }
}
