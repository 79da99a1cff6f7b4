import FoundationEssentials
package import Granary

/// Erases the stores of an account and everything that lies next to them; nobody has them open in this
/// process.
package struct AccountErasure: Sendable {
    private let stores: [StoreConfiguration]
    private let place: String
    private let registry: StoreRegistry

    /// Plans to erase the stores at a place.
    package init(_ stores: [StoreConfiguration], at place: String, _ registry: StoreRegistry) {
        self.stores = stores
        self.place = place
        self.registry = registry
    }

    /// Erases them, without blocking a thread of Swift's own; can be repeated.
    ///
    /// - Throws: errors of a store that cannot be erased, such as one that another process has open; the others may be gone.
    package func run() async throws {
        let pool = WorkerPool(size: 1, name: "granary-stack")
        try await pool.run { try erase() }
    }

    /// Throws while a process has one of the stores of files open, where the engine can detect that.
    ///
    /// - Throws: ``GranaryError/Code/locked``.
    package func requireUnused() async throws {
        let pool = WorkerPool(size: 1, name: "granary-stack")
        try await pool.run {
            for store in stores {
                let backend = try registry.backend(for: store.type)
                guard backend.capabilities.contains(.files),
                    let inspectable = backend as? any InspectableBackend.Type
                else { continue }
                // One that cannot be read is erased all the same.
                let holders = (try? inspectable.inspect(store))?.holders ?? []
                if holders.isEmpty { continue }
                throw StorePlace(store.type, store: store.name, path: nil).error(
                    .locked,
                    "Another process has a store of the account open; let the account rest there, or end that process, and repeat it."
                )
            }
        }
    }

    private func erase() throws {
        for store in stores {
            let backend = try registry.backend(for: store.type)
            // First: what knows of the copies goes with the store.
            if let backend = backend as? any CopyingBackend.Type {
                for copy in try backend.copies(of: store) { try backend.destroy(copy) }
            }
            try backend.destroy(store)
        }
        // Stores that were moved aside, and what others have put there.
        for directory in directories { try remove(directory) }
    }

    /// The directories of the account, which hold nothing else.
    private var directories: Set<String> {
        let locations = stores.filter { store in
            (try? registry.backend(for: store.type))?.capabilities.contains(.files) ?? false
        }
        return Set(locations.compactMap(\.location).filter { $0.ends(with: "accounts/\(place)") })
    }

    private func remove(_ directory: String) throws {
        do {
            if FileManager.default.fileExists(atPath: directory) {
                try FileManager.default.removeItem(atPath: directory)
            }
        } catch {
            var problem = GranaryError(
                .io, "The directory of an account cannot be removed; see who may write there, and repeat it.",
                cause: error)
            problem.context.path = directory
            throw problem
        }
    }
}
