import Granary

/// Which stores all accounts share, and which each has for itself.
struct AccountStores: Sendable {
    /// The stores that all accounts share, at their places.
    let shared: [StoreConfiguration]
    let registry: StoreRegistry
    /// The names of the schema, and of the configuration of the users.
    let names: (schema: String, users: String?)
    private var own: [StoreConfiguration]

    /// Divides the stores of a configuration that has been validated.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for a schema without the users or ``AccountRecord``;
    ///   ``GranaryError/Code/configuration`` where these are not in one shared store that lives as long as what belongs to
    ///   an account.
    init(
        _ stores: [StoreConfiguration], of users: any Model.Type, _ schema: Schema, _ registry: StoreRegistry
    ) throws {
        let placed = try stores.map { try $0.placed(in: StandardPlaces(), for: schema.name, registry) }
        shared = placed.filter { !$0.isPerAccount }
        own = placed.filter(\.isPerAccount)
        self.registry = registry
        names = (schema.name, schema.entity(of: users)?.configuration)
        try requireUsers(users, schema)
    }

    /// The stores of the account at a place.
    ///
    /// - Throws: ``GranaryError/Code/corrupt`` for a text that is no name of a place; errors of a backend that cannot name
    ///   the place.
    func stores(at place: String) throws -> [StoreConfiguration] {
        guard AccountPlace.isName(place) else {
            throw GranaryError(
                .corrupt,
                "The record of an account does not name a place of stores; restore it from a backup, or forget the account."
            )
        }
        return try own.map { try $0.inPlace(place, registry) }
    }

    /// Divides the bytes that the caches of one account may have by its stores, but for those that keep nothing, as in
    /// memory.
    mutating func limitCaches(to bytes: Int?) {
        let kept = own.indices.filter { index in
            (try? registry.backend(for: own[index].type))?.capabilities.contains(.persistent) ?? false
        }
        for index in kept { own[index].cacheLimit = bytes.map { $0 / kept.count } }
    }

    private func requireUsers(_ users: any Model.Type, _ schema: Schema) throws {
        let entities = try [users, AccountRecord.self].map { type in
            if let entity = schema.entity(of: type) { return entity }
            throw GranaryError(
                .schema,
                "\(type) is not in the schema “\(schema.name)”; add it to the configuration of the users, which holds their model and AccountRecord.",
                context: .init(entity: "\(type)"))
        }
        let names = entities.map(\.configuration)
        guard names[0] == names[1] else {
            throw GranaryError(
                .configuration,
                "The users are in the configuration “\(names[0])” and AccountRecord is in “\(names[1])”; put both in one, so that an account and its user are saved together."
            )
        }
        guard let store = shared.first(where: { $0.name == names[0] }) else {
            throw GranaryError(
                .configuration,
                "Every account has a store of its own for “\(names[0])”, where the users are; leave out `perAccount` there, since the program finds its users in it."
            )
        }
        let lifetimes = StoreLifetimes(registry: registry)
        guard let kept = own.first(where: { lifetimes.isDurable($0) == true }),
            lifetimes.isDurable(store) != true
        else { return }
        throw GranaryError(
            .configuration,
            "The store of “\(store.name)”, where the users are, may vanish, and that of “\(kept.name)” holds what accounts keep: nobody would find it again. Make the store of the users durable."
        )
    }
}
