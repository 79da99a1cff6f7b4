/// An open store and the configurations it holds.
struct OpenStore: Sendable {
    let configurations: [StoreConfiguration]
    let member: StoreCoordinator.Member

    /// Closes the store.
    ///
    /// - Throws: what closing it throws.
    func close(_ observer: OperationObserver?) throws {
        try observed(by: observer, Operation(.close, namespace: member.name, system: member.type)) {
            try member.store.close()
        }
    }
}

/// Which configurations share a store, because they name the same place.
struct StorePlacement {
    private let groups: [[StoreConfiguration]]
    private let schema: Schema
    private let registry: StoreRegistry

    /// Groups configurations by type and place.
    init(_ configurations: [StoreConfiguration], _ schema: Schema, _ registry: StoreRegistry) throws {
        var groups: [[StoreConfiguration]] = []
        var places: [Value: Int] = [:]
        for configuration in configurations {
            let place = try registry.backend(for: configuration.type).location(of: configuration)
            // By bytes, as places are told apart.
            let key = place.map { Value.text("\(configuration.type) \($0)") }
            if let key, let position = places[key] {
                try Self.checkSame(configuration, groups[position])
                groups[position].append(configuration)
            } else {
                if let key { places[key] = groups.count }
                groups.append([configuration])
            }
        }
        self.groups = groups
        self.schema = schema
        self.registry = registry
    }

    private static func checkSame(_ configuration: StoreConfiguration, _ group: [StoreConfiguration]) throws {
        guard let first = group.first else { return }
        if first.options != configuration.options || first.isReadOnly != configuration.isReadOnly {
            throw GranaryError(
                .configuration,
                "The configurations “\(first.name)” and “\(configuration.name)” share one store but set different options; give both the same."
            )
        }
    }

    /// Opens the stores that are not open yet and names those no longer wanted; after an error everything is
    /// as before.
    func open(reusing present: [OpenStore], _ observer: OperationObserver? = nil) throws -> (
        stores: [OpenStore], placement: [Int], obsolete: [OpenStore]
    ) {
        var stores: [OpenStore] = []
        var added: [OpenStore] = []
        do {
            for group in groups {
                if let same = present.first(where: { $0.configurations == group }) {
                    stores.append(same)
                } else {
                    let opened = try open(group, observer)
                    stores.append(opened)
                    added.append(opened)
                }
            }
        } catch {
            for store in added { try? store.close(observer) }
            throw error
        }
        return (stores, placement(stores), present.filter { !groups.contains($0.configurations) })
    }

    private func open(_ group: [StoreConfiguration], _ observer: OperationObserver?) throws -> OpenStore {
        let names = group.map(\.name)
        let name = names.joined(separator: ", ")
        return try observed(by: observer, Operation(.open, namespace: name, system: group[0].type)) {
            try open(group, names, name)
        }
    }

    private func open(_ group: [StoreConfiguration], _ names: [String], _ name: String) throws -> OpenStore {
        let request = StoreOpenRequest(
            configuration: group[0], entities: schema.entities(in: names), links: schema.links(in: names),
            fingerprint: schema.fingerprint(of: names))
        let backend = try registry.backend(for: group[0].type)
        do {
            let store = try StorePreparation(request, backend).open()
            return OpenStore(
                configurations: group,
                member: StoreCoordinator.Member(
                    store: store, type: group[0].type, name: name, isReadOnly: group[0].isReadOnly))
        } catch var error as GranaryError {
            error.context.store = error.context.store ?? name
            error.context.storeType = error.context.storeType ?? group[0].type.name
            throw error
        }
    }

    private func placement(_ stores: [OpenStore]) -> [Int] {
        schema.entities.map { entity in
            stores.firstIndex { $0.configurations.contains { $0.name == entity.configuration } } ?? -1
        }
    }
}
