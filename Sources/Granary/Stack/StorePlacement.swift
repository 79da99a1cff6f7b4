/// An open store and the configurations it holds.
struct OpenStore: Sendable {
    let configurations: [StoreConfiguration]
    let member: StoreCoordinator.Member

    /// Closes every one of several stores, and then throws the first error there was.
    static func close(_ stores: [OpenStore]) throws {
        var failure: (any Error)?
        for store in stores {
            do { try store.member.store.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
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
        var places: [String: Int] = [:]
        for configuration in configurations {
            let place = try registry.backend(for: configuration.type).location(of: configuration)
            let key = place.map { "\(configuration.type) \($0)" }
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

    /// Opens the stores that are not open yet, and names those of the present ones that are no longer wanted.
    ///
    /// - Throws: what opening a store throws, after closing those that were opened before it.
    func open(reusing present: [OpenStore]) throws -> (stores: [OpenStore], unwanted: [OpenStore]) {
        var stores: [OpenStore] = []
        var added: [OpenStore] = []
        do {
            for group in groups {
                if let same = present.first(where: { $0.configurations == group }) {
                    stores.append(same)
                } else {
                    let opened = try open(group)
                    stores.append(opened)
                    added.append(opened)
                }
            }
        } catch {
            // The error that is thrown says why nothing was opened; one from closing would hide it.
            try? OpenStore.close(added)
            throw error
        }
        return (stores, present.filter { !groups.contains($0.configurations) })
    }

    private func open(_ group: [StoreConfiguration]) throws -> OpenStore {
        let names = group.map(\.name)
        let request = StoreOpenRequest(
            configuration: group[0], entities: schema.entities(in: names), links: schema.links(in: names),
            fingerprint: schema.fingerprint(of: names))
        let backend = try registry.backend(for: group[0].type)
        do {
            let store = try backend.open(request)
            return OpenStore(
                configurations: group,
                member: StoreCoordinator.Member(
                    store: store, type: group[0].type, name: names.joined(separator: ", "),
                    isReadOnly: group[0].isReadOnly))
        } catch var error as GranaryError {
            error.context.store = error.context.store ?? names.joined(separator: ", ")
            error.context.storeType = error.context.storeType ?? group[0].type.name
            throw error
        }
    }

    /// The position of each entity's store among open ones, by the entity's index; -1 for none.
    func placement(in stores: [OpenStore]) -> [Int] {
        schema.entities.map { entity in
            stores.firstIndex { $0.configurations.contains { $0.name == entity.configuration } } ?? -1
        }
    }
}
