import Granary

/// Measures stores, without opening them for writing.
struct StoreSizes: Sendable {
    let registry: StoreRegistry

    /// How many bytes some stores have, with all their files; those that are not there, or that the backend cannot look
    /// into, have none.
    ///
    /// It blocks no thread of Swift's own, and throws errors of looking into a store, such as a damaged one.
    func bytes(of stores: [StoreConfiguration]) async throws -> Int64 {
        if stores.isEmpty { return 0 }
        let pool = WorkerPool(size: 1, name: "granary-stack")
        return try await pool.run { try measure(stores) }
    }

    private func measure(_ stores: [StoreConfiguration]) throws -> Int64 {
        // Several configurations may be in one store.
        var measured: Set<String> = []
        var bytes: Int64 = 0
        for store in stores {
            guard let backend = try registry.backend(for: store.type) as? any InspectableBackend.Type,
                let location = try backend.location(of: store),
                measured.insert("\(store.type) \(location)").inserted
            else { continue }
            bytes += try backend.inspect(store)?.size ?? 0
        }
        return bytes
    }
}
