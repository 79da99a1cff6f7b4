/// Objects by relationship.
extension ObjectLoader {
    /// Loads the lists of one relationship to many for some owners, in one request per store.
    func loadLists(_ relationship: Relationship, of owners: OwnerMap, _ keys: [ObjectKey]) throws {
        switch relationship.storage {
        case .ownColumns: return
        case .destinationColumns(let inverse): try loadReferring(relationship, inverse, keys, owners)
        case .link(let link, let isFirst): try loadLinked(relationship, link, isFirst, keys, owners)
        }
    }

    /// The objects that refer to some keys in the store.
    func objects(referringTo keys: [ObjectKey], through relationship: Relationship) throws -> [any Model] {
        func load<M: Model>(_ type: M.Type) throws -> [any Model] {
            try objects(type, Self.request(relationship, keys)).map { $0 as any Model }
        }
        return try load(graph.tables[relationship.owner.index].modelType())
    }

    private static func request(_ relationship: Relationship, _ keys: [ObjectKey]) -> FetchRequest {
        var request = FetchRequest(entity: relationship.owner)
        request.selection = .referring(relationship: relationship.name, to: keys)
        return request
    }

    private func loadReferring(
        _ relationship: Relationship, _ inverse: Relationship, _ keys: [ObjectKey], _ owners: OwnerMap
    ) throws {
        func load<M: Model>(_ type: M.Type) throws {
            let members = FoundMembers(of: owners.map, referredToAt: inverse.position)
            try findMembers(type, Self.request(inverse, keys), noting: members)
            // The lists begin when all rows are read, so after an error they are not loaded, instead of short.
            members.enter(graph.lists.begin(relationship, owners))
        }
        try load(graph.tables[relationship.destination.index].modelType())
        graph.lists.overlay(relationship, owners)
    }

    private func loadLinked(
        _ relationship: Relationship, _ link: LinkTable, _ isFirst: Bool, _ keys: [ObjectKey],
        _ owners: OwnerMap
    ) throws {
        let entity = relationship.destination
        access.countRequests()
        let pairs = try access.session(of: relationship.owner).links(link, fromFirst: isFirst, of: keys)
        let table = graph.tables[entity.index]
        var wanted: [ObjectKey] = []
        var seen: Set<KeyBits> = []
        for (_, other) in pairs
        where table.map.object(other.bits) == nil && seen.insert(other.bits).inserted {
            wanted.append(other)
        }
        if !wanted.isEmpty { try loadObjects(wanted, of: entity) }
        // Not before the members are loaded, as that may fail.
        graph.lists.begin(relationship, owners)
        for (key, other) in pairs {
            // A new object that has taken the key of a deleted one has no stored pairs.
            guard let object = graph.tables.loadedObject(other.bits, of: entity),
                object._objectState.phase == .stored
            else { continue }
            owners[key.bits]?._members(at: relationship.position)?.add(object)
        }
        graph.lists.overlay(relationship, owners)
    }
}
