internal import GranaryStore

/// The entries that a catalogue lists as unused.
struct UnusedEntries {
    private let engine: any KeyValueEngine

    init(_ engine: any KeyValueEngine) { self.engine = engine }

    /// Removes the unused entries of a catalogue, and returns the catalogue without them.
    func clear(_ present: EncodedCatalogue) throws -> EncodedCatalogue {
        guard let unused = present.catalogue.unused, !unused.isEmpty else { return present }
        try remove(unused)
        var catalogue = present.catalogue
        catalogue.unused = nil
        let cleared = try EncodedCatalogue(catalogue)
        let batch = try engine.makeBatch()
        batch.put(StoreCatalogue.key, cleared.json)
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
