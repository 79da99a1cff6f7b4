/// The configurations that share a store, because they name the same place.
struct StorePlacement {
    let groups: [[StoreConfiguration]]
    /// The place of each group.
    let places: [StorePlace]
    let schema: Schema
    let registry: StoreRegistry

    /// Groups configurations by type and place.
    init(_ configurations: [StoreConfiguration], _ schema: Schema, _ registry: StoreRegistry) throws {
        var groups: [[StoreConfiguration]] = []
        var places: [StorePlace] = []
        var positions: [StorePlace: Int] = [:]
        for configuration in configurations {
            let place = try StorePlace(of: configuration, registry)
            if let position = positions[place] {
                try Self.checkSame(configuration, groups[position])
                groups[position].append(configuration)
            } else {
                positions[place] = groups.count
                groups.append([configuration])
                places.append(place)
            }
        }
        self.groups = groups
        self.places = places
        self.schema = schema
        self.registry = registry
    }

    private static func checkSame(_ configuration: StoreConfiguration, _ group: [StoreConfiguration]) throws {
        guard let first = group.first else { return }
        if first.options != configuration.options || first.isReadOnly != configuration.isReadOnly
            || first.followsOthers != configuration.followsOthers
        {
            throw GranaryError(
                .configuration,
                "The configurations “\(first.name)” and “\(configuration.name)” share one store but set different options; give both the same."
            )
        }
    }

    /// The configurations that share a store with one, and that one.
    func group(of name: String) -> [StoreConfiguration] {
        groups.first { $0.contains { $0.name == name } } ?? []
    }

    /// Throws if one of some configurations shares its store with one that is not among them.
    func requireApart(_ configurations: [StoreConfiguration]) throws {
        for group in groups where group.contains(where: configurations.contains) {
            guard let other = group.first(where: { !configurations.contains($0) }) else { continue }
            let name = group.first(where: configurations.contains)?.name ?? ""
            throw GranaryError(
                .configuration,
                "The configuration “\(name)” shares its store with “\(other.name)”, whose objects would be lost; name both, or erase “\(name)” only."
            )
        }
    }

    func isEmpty(_ store: OpenStore) throws -> Bool {
        let session = try store.member.store.makeSession()
        defer { session.end() }
        return try schema.entities(in: store.configurations.map(\.name)).allSatisfy { entity in
            var request = FetchRequest(entity: entity)
            request.isStream = true
            let cursor = try session.fetch(request).cursor
            defer { cursor.close() }
            return try !cursor.advance()
        }
    }

    func placement(_ stores: [OpenStore]) -> [Int] {
        schema.entities.map { entity in
            stores.firstIndex { $0.configurations.contains { $0.name == entity.configuration } } ?? -1
        }
    }
}
