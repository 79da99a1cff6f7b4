extension ManagedContext {
    /// The loaded members of a relationship to many; loads them for all objects of the owner's group.
    package func loadedMembers<Owner: Model>(of owner: Owner, at position: Int) -> ToManyMembers {
        let present = owner.members(at: position) ?? ToManyMembers()
        guard let entity = owner.objectState.batch?.entity, position < entity.toMany.count else {
            return present
        }
        let relationship = entity.toMany[position]
        let table = tables[entity.index]
        if owner.objectState.phase == .inserted {
            keepLists(of: table)
            if let members = owner.members(at: position), members.isLoaded { return members }
            putTogether(listOf: owner, relationship, table)
            return owner.members(at: position) ?? present
        }
        if present.isLoaded, present.epoch == epoch(of: relationship) { return present }
        guard mayLoadImplicitly(relationship) else { return present }
        do {
            try loadToMany(relationship, of: members(of: owner.objectState.batch, including: owner))
        } catch {
            keep(loadError(relationship, error))
        }
        return owner.members(at: position) ?? present
    }

    /// The members of a relationship to many as far as they are known without asking a store.
    func knownMembers<Owner: Model>(of owner: Owner, at position: Int) -> ContiguousArray<any Model> {
        if owner.objectState.phase == .inserted { return loadedMembers(of: owner, at: position).models }
        return owner.members(at: position)?.models ?? []
    }

    /// Loads the members of a relationship to many for many owners, in one request per store.
    package func loadToMany<Owner: Model>(_ relationship: Relationship, of owners: [Owner]) throws {
        let epoch = epoch(of: relationship)
        var waiting = OwnerMap()
        var keys: [ObjectKey] = []
        for owner in owners where owner.objectState.phase == .stored || owner.objectState.phase == .deleted {
            if let members = owner.members(at: relationship.position), members.isLoaded,
                members.epoch == epoch
            {
                continue
            }
            waiting.add(owner)
            keys.append(owner.erasedKey)
        }
        guard let first = waiting.owners.first else { return }
        keepLists(of: tables[relationship.owner.index])
        try observed(loading: relationship, of: first.objectState.batch?.entity) {
            switch relationship.storage {
            case .ownColumns: return
            case .destinationColumns(let inverse): try loadReferring(relationship, inverse, keys, waiting)
            case .link(let link, let isFirst): try loadLinked(relationship, link, isFirst, keys, waiting)
            }
        }
    }

    /// Keeps the lists of a table's objects up to date from now on, and puts together those of new objects.
    ///
    /// Before the first look at a list none is made, so that inserting many objects that refer to others costs
    /// nothing for the other side.
    ///
    /// Complexity: O(touched) once.
    package func keepLists(of table: ObjectTable) {
        if table.keepsLists { return }
        table.beginKeepingLists()
        keepsLists = true
        putTogether(listsOf: table.touched, table)
    }

    /// Puts together the list of a new object, with those of others that have none.
    ///
    /// Complexity: O(objects that have entered since the last time), or O(touched) when the list was there before.
    private func putTogether(
        listOf owner: any Model, _ relationship: Relationship, _ table: ObjectTable
    ) {
        let fresh = table.takeFresh()
        putTogether(listsOf: fresh.filter { self.table(of: $0) === table }, table)
        if owner.members(at: relationship.position)?.isLoaded == true { return }
        putTogether(listsOf: table.touched, table)
    }

    private func putTogether(listsOf owners: ContiguousArray<any Model>, _ table: ObjectTable) {
        for relationship in table.entity.toMany { putTogether(relationship, owners) }
    }

    private func putTogether(_ relationship: Relationship, _ owners: ContiguousArray<any Model>) {
        var waiting = OwnerMap()
        for owner in owners where owner.objectState.phase == .inserted {
            if owner.members(at: relationship.position)?.isLoaded != true { waiting.add(owner) }
        }
        if waiting.owners.isEmpty { return }
        begin(relationship, waiting)
        inherit(relationship, waiting)
        overlay(relationship, waiting)
    }

    /// Adds what stored objects hold of new ones that have the keys of deleted ones: what no delete rule has cleared
    /// refers to them now.
    private func inherit(_ relationship: Relationship, _ owners: OwnerMap) {
        let table = tables[relationship.owner.index]
        guard case .destinationColumns(let inverse) = relationship.storage, table.hasReplaced,
            let type = relationship.destination.type
        else { return }
        let heirs = owners.owners.map(\.erasedKey).filter { table.replaced($0.bits) != nil }
        if heirs.isEmpty { return }
        func load<M: Model>(_ type: M.Type) throws {
            var request = FetchRequest(entity: relationship.destination)
            request.selection = .referring(relationship: inverse.name, to: heirs)
            for member in try objects(type, request) where member.objectState.isIdentified {
                guard let bits = member.referenceBits(at: inverse.position), let owner = owners[bits] else {
                    continue
                }
                owner.members(at: relationship.position)?.add(member)
            }
        }
        do { try load(type) } catch { keep(loadError(relationship, error)) }
    }

    /// Begins an empty list for each owner; the lists, in the order of the owners.
    @discardableResult
    private func begin(_ relationship: Relationship, _ owners: OwnerMap) -> [ToManyMembers] {
        let epoch = epoch(of: relationship)
        return owners.owners.map { owner in
            let members = owner.members(at: relationship.position) ?? ToManyMembers()
            members.begin(epoch: epoch)
            owner.setMembers(members, at: relationship.position)
            return members
        }
    }

    private func loadReferring(
        _ relationship: Relationship, _ inverse: Relationship, _ keys: [ObjectKey], _ owners: OwnerMap
    ) throws {
        guard let type = relationship.destination.type else { return }
        func load<M: Model>(_ type: M.Type) throws {
            var request = FetchRequest(entity: relationship.destination)
            request.selection = .referring(relationship: inverse.name, to: keys)
            let members = FoundMembers(of: owners.map, referredToAt: inverse.position)
            try findMembers(type, request, noting: members)
            members.enter(begin(relationship, owners))
        }
        try load(type)
        overlay(relationship, owners)
    }

    /// Adds the objects that were inserted or changed in this context and refer to one of the owners.
    private func overlay(_ relationship: Relationship, _ owners: OwnerMap) {
        guard case .destinationColumns(let inverse) = relationship.storage else {
            return overlayLinks(relationship, owners)
        }
        func add(_ object: any Model) {
            guard object.objectState.isIdentified, let bits = object.referenceBits(at: inverse.position),
                let owner = owners[bits]
            else { return }
            owner.members(at: relationship.position)?.add(object)
        }
        let table = tables[relationship.destination.index]
        if table.list.count > max(PendingIndexes.smallest, 8 * owners.owners.count) {
            // Where lists are loaded one by one, each must not look at all that is unsaved.
            for owner in owners.owners {
                let found = table.touchedObjects(
                    holding: owner.erasedKey.values, in: Array(inverse.columns))
                for object in found { add(object) }
            }
        } else {
            for object in table.touched { add(object) }
        }
    }

    private func loadLinked(
        _ relationship: Relationship, _ link: LinkTable, _ isFirst: Bool, _ keys: [ObjectKey],
        _ owners: OwnerMap
    ) throws {
        let entity = relationship.destination
        guard let type = entity.type else { return }
        statistics.storeRequests += 1
        let pairs = try session(of: relationship.owner).links(link, fromFirst: isFirst, of: keys)
        let table = tables[entity.index]
        var wanted: [ObjectKey] = []
        var seen: Set<KeyBits> = []
        for (_, other) in pairs
        where table.map.object(other.bits) == nil && seen.insert(other.bits).inserted {
            wanted.append(other)
        }
        if !wanted.isEmpty { try loadAny(wanted, of: entity, type) }
        begin(relationship, owners)
        for (key, other) in pairs {
            // A new object that has taken the key of a deleted one has no stored pairs.
            guard let object = loadedObject(other.bits, of: entity), object.objectState.phase == .stored
            else { continue }
            owners[key.bits]?.members(at: relationship.position)?.add(object)
        }
        overlayLinks(relationship, owners)
    }

    private func overlayLinks(_ relationship: Relationship, _ owners: OwnerMap) {
        guard case .link(let link, let isFirst) = relationship.storage else { return }
        for (pair, added) in pendingPairs(of: owners, link, isFirst: isFirst) {
            let (owner, member) = isFirst ? (pair.first, pair.second) : (pair.second, pair.first)
            guard let members = owner.members(at: relationship.position) else { continue }
            if added { members.add(member) } else { members.remove(member) }
        }
    }
}
