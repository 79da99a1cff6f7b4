package import Granary

/// A store of a configuration: one place, and the named configurations that share it.
package struct PlacedStore: Sendable {
    /// The names of the configurations whose models it holds.
    package var names: [String]
    /// How to open it.
    package var configuration: StoreConfiguration
    /// The type that opens it.
    package let backend: any StoreBackend.Type
    /// Where it is; `nil` for a store without a place.
    let place: String?

    /// How people know it.
    package var label: String { names.joined(separator: ", ") }

    /// The store at its place; `nil` for nothing.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` for a backend whose stores cannot be inspected; any error from
    ///   inspecting it.
    package func inspected() throws -> InspectedStore? {
        guard let inspectable = backend as? any InspectableBackend.Type else {
            throw GranaryError(
                .unsupported,
                "Stores of the type “\(configuration.type)” cannot be inspected. Open the store with its models."
            )
        }
        return try inspectable.inspect(configuration)
    }

    /// The copies and older stores that were put aside from it, the oldest first.
    func kept() throws -> [StoreConfiguration] {
        try (backend as? any CopyingBackend.Type)?.copies(of: configuration) ?? []
    }

    /// The migrator of the store.
    func migrator(to schema: Schema, consents: [String] = []) throws -> Migrator {
        var configuration = configuration
        // A migration that was asked for must not end in replacing the store.
        configuration.onIncompatible = .migrate
        configuration.consents.formUnion(consents)
        return try Migrator(schema, configuration, holding: names, backends: [Backend(backend)])
    }
}

extension ToolSetup {
    /// The stores, one for each place, in the order of the configuration; only those that hold one of some names, if
    /// any are given.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a name that no store has; ``GranaryError/Code/configuration`` for a
    ///   store whose place is only known with the program's models, and for one that every account has for itself.
    package func stores(named wanted: [String] = []) throws -> [PlacedStore] {
        for given in configuration.stores where given.isPerAccount {
            if wanted.isEmpty || wanted.contains(given.name) { throw Self.isOfAccounts(given) }
        }
        let stores = try sharedStores()
        for name in wanted where !stores.contains(where: { $0.names.contains(name) }) {
            let known = configuration.stores.map(\.name).sorted().joined(separator: ", ")
            throw GranaryError(
                .notFound,
                "The configuration has no store “\(name)”; it has \(known.isEmpty ? "none" : known).")
        }
        return wanted.isEmpty ? stores : stores.filter { !Set($0.names).isDisjoint(with: wanted) }
    }

    /// The stores that all accounts share, one for each place; all of them where there are no accounts.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a store whose place is only known with the program's models.
    package func sharedStores() throws -> [PlacedStore] {
        try merged(configuration.stores.filter { !$0.isPerAccount })
    }

    /// The configurations of stores that every account has for itself, at their places.
    ///
    /// - Throws: as ``sharedStores()``.
    package func storesOfAccounts() throws -> [StoreConfiguration] {
        try configuration.stores.filter(\.isPerAccount).map {
            try placed($0, registry.backend(for: $0.type))
        }
    }

    /// The stores of the account at a place, one for each place of their own.
    ///
    /// - Throws: as ``sharedStores()``; errors of a backend that cannot name the place.
    package func stores(ofAccountAt place: String) throws -> [PlacedStore] {
        try merged(try storesOfAccounts().map { try $0.inPlace(place, registry) })
    }

    private func merged(_ given: [StoreConfiguration]) throws -> [PlacedStore] {
        var stores: [PlacedStore] = []
        for given in given {
            let backend = try registry.backend(for: given.type)
            let store = try placed(given, backend)
            let place = try backend.location(of: store)
            let same = stores.firstIndex {
                place != nil && $0.place == place && $0.backend.type == backend.type
            }
            if let same {
                stores[same].names.append(store.name)
                stores[same].configuration.consents.formUnion(store.consents)
            } else {
                stores.append(
                    PlacedStore(names: [store.name], configuration: store, backend: backend, place: place))
            }
        }
        return stores
    }

    private static func isOfAccounts(_ store: StoreConfiguration) -> GranaryError {
        var error = GranaryError(
            .configuration,
            "Every account has a store “\(store.name)” of its own, so that none is meant here. Open it by accounts with the program, see to it with the commands of `accounts`, or name the other stores."
        )
        error.context.store = store.name
        return error
    }

    private func placed(_ store: StoreConfiguration, _ backend: any StoreBackend.Type) throws
        -> StoreConfiguration
    {
        if let schema { return try store.placed(in: StandardPlaces(), for: schema.name, registry) }
        guard let kind = store.kind, kind != .memory, store.location == nil,
            backend.capabilities.contains(.files)
        else { return store }
        var error = GranaryError(
            .configuration,
            "The store “\(store.name)” is at the standard place for the program's schema, which is not known here. Name its location, or use the program's own tool."
        )
        error.context.store = store.name
        throw error
    }
}
