internal import Granary

/// The entries that a catalogue lists as unused.
struct UnusedEntries {
    private let engine: any KeyValueEngine

    init(_ engine: any KeyValueEngine) { self.engine = engine }

    /// Removes the unused entries of a catalogue, and returns the catalogue without them.
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

    /// Removes the entries with some key prefixes.
    func remove(_ prefixes: [[UInt8]]) throws {
        for prefix in prefixes {
            // The removal must be durable before the catalogue forgets the entries.
            try engine.removeEntries(in: KeyRange(beginningWith: prefix))
        }
    }
}
