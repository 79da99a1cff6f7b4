package import GranaryStore

/// Carries a plan out on the store in an engine.
///
/// Rows that change, and entries of new indexes, are written next to the old ones, under numbers that the catalogue
/// does not use yet. Then one batch changes the catalogue, and the old entries are removed. Until that batch the store
/// is unchanged, and an interruption leaves only entries that the next opening removes.
package struct KeyValueMigration {
    private let engine: any KeyValueEngine
    private let request: MigrationRequest
    private let before: StoreCatalogue
    private let after: NextCatalogue

    /// Plans the new catalogue of the store in an engine; changes nothing yet.
    ///
    /// - Throws: `GranaryError.Code.corrupt` and `.newer` for the current catalogue.
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
        // The remains of an earlier migration go first: new entries may get their keys.
        var begun = try UnusedEntries(engine).clear(EncodedCatalogue(before)).catalogue
        begun.reserveNumbers(of: after.catalogue)
        begun.unused = after.begun
        // Listed before the first row is written: after a crash the next opening removes these rows.
        _ = try write(begun)
        var counters: [(key: [UInt8], value: [UInt8])] = []
        do {
            if let monitor = request.monitor {
                for rewriting in after.rewritings { try rewriting.announce(engine, to: monitor) }
            }
            // A key that is taken twice is named by its own table, before those that refer to it.
            let first = after.rewritings.filter(\.finders.isEmpty)
            for rewriting in first + after.rewritings.filter({ !$0.finders.isEmpty }) {
                let largest = try rewriting.run(engine, request.monitor)
                if rewriting.writesRows { counters += try counter(rewriting, largest) }
            }
            for check in after.strayChecks { try check.run(engine) }
            try request.monitor?.check()
        } catch {
            // May fail: the catalogue lists these entries, so the next opening removes them.
            try? UnusedEntries(engine).remove(after.begun)
            throw error
        }
        var changed = after.catalogue
        changed.unused = after.left
        // One batch: all tables change at the same time, and no new table is without the counter of its keys.
        let written = try write(changed, counters: counters)
        return try UnusedEntries(engine).clear(written).catalogue
    }

    /// The key counter of a table that gets another number: at least the largest key in its rows, and where the key is
    /// the same, that of the old number too.
    private func counter(
        _ rewriting: Rewriting, _ largest: Int64?
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        guard rewriting.target.integerKey != nil else { return [] }
        let view = try ReadView(engine)
        defer { view.end() }
        let value = KeyValueBuffer()
        var number = max(largest ?? 0, 0)
        if rewriting.keepsIntegerKey,
            try KeyCounters.key(of: rewriting.source).withUnsafeBytes({ try view.get($0, into: value) })
        {
            guard let reserved = value.bytes.int64 else { throw rewriting.source.damagedRecord }
            number = max(number, reserved)
        }
        return [(KeyCounters.key(of: rewriting.target), number.bigEndianBytes)]
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
    package init(in engine: any KeyValueEngine) throws { try self.init(json: Self.json(in: engine)) }

    /// The text of the catalogue in an engine; empty if there is none.
    fileprivate static func json(in engine: any KeyValueEngine) throws -> [UInt8] {
        let view = try ReadView(engine)
        defer { view.end() }
        let value = KeyValueBuffer(capacity: 4_096)
        return try key.withUnsafeBytes { try view.get($0, into: value) } ? Array(value.bytes) : []
    }
}

extension EncodedCatalogue {
    /// Reads the catalogue in an engine; a copy with the same text spares decoding it.
    ///
    /// - Throws: `GranaryError.Code.corrupt` if there is none; `.newer`.
    package init(in engine: any KeyValueEngine, copy: EncodedCatalogue) throws {
        let json = try StoreCatalogue.json(in: engine)
        self = try copy.json == json ? copy : EncodedCatalogue(json: json)
    }
}
