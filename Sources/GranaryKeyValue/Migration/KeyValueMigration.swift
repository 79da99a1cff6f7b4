package import Granary

/// Carries a plan out on the store in an engine.
///
/// Rows that change, and entries of new indexes, are written beside the old ones, under numbers that the catalogue does
/// not use yet. Then one batch changes the catalogue, and the old entries are removed. Until that batch the store is
/// unchanged, and an interruption leaves only entries that the next opening removes.
package struct KeyValueMigration {
    private let engine: any KeyValueEngine
    private let request: MigrationRequest
    private let before: StoreCatalogue
    private let after: NextCatalogue

    /// Plans the new catalogue of the store in an engine; changes nothing yet.
    ///
    /// - Throws: `GranaryError.Code.corrupt` and `.newer` for the present catalogue.
    package init(_ request: MigrationRequest, _ engine: any KeyValueEngine) throws {
        self.engine = engine
        self.request = request
        before = try StoreCatalogue(in: engine)
        after = try NextCatalogue(request, before)
    }

    /// Carries the plan out, unless that has been done, and returns the new catalogue.
    ///
    /// - Throws: `GranaryError.Code.conflict` if the store does not have the plan's source schema.
    package func run() throws -> StoreCatalogue {
        let held = before.storedSchema(like: StoredSchema(request.store))
        guard try request.isOpen(for: held) else { return before }
        for check in after.checks { try check.run(engine) }
        for check in after.followingChecks { try check.run(engine) }
        var begun = before
        begun.nextTable = after.catalogue.nextTable
        begun.unused = (before.unused ?? []) + after.begun
        // Listed before the first row is written: after a crash the next opening removes these rows.
        _ = try write(begun)
        do {
            if let monitor = request.monitor {
                for rewriting in after.rewritings { try rewriting.announce(engine, to: monitor) }
            }
            // A key that is taken twice is named by its own table, before those that refer to it.
            for rewriting in after.rewritings where rewriting.finders.isEmpty {
                try rewriting.run(engine, request.monitor)
            }
            for rewriting in after.rewritings where !rewriting.finders.isEmpty {
                try rewriting.run(engine, request.monitor)
            }
            for check in after.strayChecks { try check.run(engine) }
            try request.monitor?.check()
        } catch {
            // May fail: the catalogue lists these entries, so the next opening removes them.
            try? UnusedEntries(engine).remove(after.begun)
            throw error
        }
        var changed = after.catalogue
        changed.unused = (before.unused ?? []) + after.left
        // One batch: all tables change at the same moment, and no new table is without the counter of its keys.
        let written = try write(changed, counters: try counters())
        return try UnusedEntries(engine).clear(written).catalogue
    }

    /// The key counters of the tables that get new numbers.
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
    ) throws -> EncodedCatalogue {
        let encoded = try EncodedCatalogue(catalogue)
        let batch = try engine.makeBatch()
        batch.put(StoreCatalogue.key, encoded.json)
        for counter in counters { batch.put(counter.key, counter.value) }
        try batch.commit(durably: true)
        return encoded
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
    /// - Throws: `GranaryError.Code.corrupt` if there is none; `.newer`.
    package init(in engine: any KeyValueEngine) throws {
        let view = try ReadView(engine)
        defer { view.end() }
        let value = KeyValueBuffer(capacity: 4_096)
        let isPresent = try Self.key.withUnsafeBytes { try view.get($0, into: value) }
        try self.init(json: isPresent ? Array(value.bytes) : [])
    }
}
