/// The lists of relationships to many of a context's objects, and the unsaved pairs that they show.
package final class ToManyLists {
    let lookup: ObjectLookup
    let tables: ObjectTables
    /// The unsaved pairs of many-to-many relationships.
    let links = PendingLinks()

    /// Starts without unsaved pairs.
    init(_ lookup: ObjectLookup) {
        self.lookup = lookup
        tables = lookup.tables
    }

    /// The loaded members of a relationship to many; loads them for all objects of the owner's batch.
    func loadedMembers<Owner: Model>(of owner: Owner, at position: Int) -> ToManyMembers {
        let present = owner._members(at: position) ?? ToManyMembers()
        guard let entity = owner._objectState.batch?.entity, position < entity.toMany.count else {
            return present
        }
        let relationship = entity.toMany[position]
        let table = tables[entity.index]
        if owner._objectState.phase == .inserted {
            keepLists(of: table)
            if let members = owner._members(at: position), members.isLoaded { return members }
            putTogether(listOf: owner, relationship, table)
            return owner._members(at: position) ?? present
        }
        if present.isLoaded, present.epoch == tables.epoch(of: relationship) { return present }
        guard lookup.mayLoadImplicitly(relationship) else { return present }
        do {
            try loadLists(
                relationship, of: tables.members(of: owner._objectState.batch, including: owner), owner)
        } catch {
            lookup.errors.keep(error, loading: relationship)
        }
        return owner._members(at: position) ?? present
    }

    /// Loads the list of an object together with those of others, which a row that cannot be read costs only its own list.
    ///
    /// Throws if the list of the object itself cannot be loaded.
    private func loadLists<Owner: Model>(_ relationship: Relationship, of owners: [Owner], _ owner: Owner)
        throws
    {
        do {
            try loadToMany(relationship, of: owners)
        } catch let error as GranaryError where error.code == .malformed && owners.count > 1 {
            try loadApart(relationship, of: owners[...])
            try loadToMany(relationship, of: [owner])
        }
    }

    /// Loads lists for ever smaller parts of some owners, and leaves out those with a member that cannot be read.
    ///
    /// Complexity: O(lists left out · log owners) requests.
    private func loadApart<Owner: Model>(_ relationship: Relationship, of owners: ArraySlice<Owner>) throws {
        let middle = owners.startIndex + owners.count / 2
        for part in [owners[..<middle], owners[middle...]] {
            do {
                try loadToMany(relationship, of: Array(part))
            } catch let error as GranaryError where error.code == .malformed {
                if part.count > 1 { try loadApart(relationship, of: part) }
            }
        }
    }

    /// The members of a relationship to many that are known without asking a store.
    func knownMembers<Owner: Model>(of owner: Owner, at position: Int) -> ContiguousArray<any Model> {
        if owner._objectState.phase == .inserted { return loadedMembers(of: owner, at: position).models }
        return owner._members(at: position)?.models ?? []
    }

    /// Loads the members of a relationship to many for many owners, in one request per store.
    package func loadToMany<Owner: Model>(_ relationship: Relationship, of owners: [Owner]) throws {
        let epoch = tables.epoch(of: relationship)
        var waiting = OwnerMap()
        var keys: [ObjectKey] = []
        for owner in owners where owner._objectState.phase == .stored || owner._objectState.phase == .deleted
        {
            if let members = owner._members(at: relationship.position), members.isLoaded,
                members.epoch == epoch
            {
                continue
            }
            waiting.add(owner)
            keys.append(owner.erasedKey)
        }
        guard let first = waiting.owners.first else { return }
        keepLists(of: tables[relationship.owner.index])
        try lookup.access.perform(loading: relationship, of: first._objectState.batch?.entity) {
            try lookup.loader?.loadLists(relationship, of: waiting, keys)
        }
    }

    /// Loads the lists of one relationship to many for objects of one model.
    func loadAnyToMany(_ relationship: Relationship, of owners: [any Model]) throws {
        guard let first = owners.first else { return }
        func load<M: Model>(_ first: M) throws {
            try loadToMany(relationship, of: owners.compactMap { $0 as? M })
        }
        try load(first)
    }

    /// Begins to keep the lists of a table's objects up to date, and builds those of new objects.
    ///
    /// No list is built before the first access to one, so that inserting many objects that refer to others costs
    /// nothing for the other side.
    ///
    /// Complexity: O(touched) once.
    func keepLists(of table: ObjectTable) {
        if table.keepsLists { return }
        tables.beginKeepingLists(of: table)
        putTogether(listsOf: table.touched, table)
    }

    /// Builds the list of a new object, together with those of others that have none.
    ///
    /// Complexity: O(objects that entered since the last call), or O(touched) if the list was unloaded.
    private func putTogether(
        listOf owner: any Model, _ relationship: Relationship, _ table: ObjectTable
    ) {
        let fresh = table.drainFresh()
        putTogether(listsOf: fresh.filter { tables.table(of: $0) === table }, table)
        if owner._members(at: relationship.position)?.isLoaded == true { return }
        putTogether(listsOf: table.touched, table)
    }

    private func putTogether(listsOf owners: ContiguousArray<any Model>, _ table: ObjectTable) {
        for relationship in table.entity.toMany { putTogether(relationship, owners) }
    }

    private func putTogether(_ relationship: Relationship, _ owners: ContiguousArray<any Model>) {
        var waiting = OwnerMap()
        for owner in owners where owner._objectState.phase == .inserted {
            if owner._members(at: relationship.position)?.isLoaded != true { waiting.add(owner) }
        }
        if waiting.owners.isEmpty { return }
        begin(relationship, waiting)
        inherit(relationship, waiting)
        overlay(relationship, waiting)
    }

    /// Adds stored objects to the lists of new objects that have the keys of deleted ones.
    ///
    /// A reference that no delete rule has cleared now means the new object.
    private func inherit(_ relationship: Relationship, _ owners: OwnerMap) {
        let table = tables[relationship.owner.index]
        guard case .destinationColumns(let inverse) = relationship.storage, table.hasReplaced else { return }
        let heirs = owners.owners.map(\.erasedKey).filter { table.replaced($0.bits) != nil }
        if heirs.isEmpty { return }
        do {
            let members = try lookup.loader?.objects(referringTo: heirs, through: inverse) ?? []
            for member in members where member._objectState.isIdentified {
                guard let bits = member._referenceBits(at: inverse.position), let owner = owners[bits] else {
                    continue
                }
                owner._members(at: relationship.position)?.add(member)
            }
        } catch {
            lookup.errors.keep(error, loading: relationship)
        }
    }

    /// Starts an empty list for each owner; returns the lists in the order of the owners.
    @discardableResult
    func begin(_ relationship: Relationship, _ owners: OwnerMap) -> [ToManyMembers] {
        let epoch = tables.epoch(of: relationship)
        return owners.owners.map { owner in
            let members = owner._members(at: relationship.position) ?? ToManyMembers()
            members.begin(epoch: epoch)
            owner._setMembers(members, at: relationship.position)
            return members
        }
    }

    /// Adds the inserted or changed objects of this context that refer to one of the owners.
    func overlay(_ relationship: Relationship, _ owners: OwnerMap) {
        guard case .destinationColumns(let inverse) = relationship.storage else {
            return overlayLinks(relationship, owners)
        }
        func add(_ object: any Model) {
            guard object._objectState.isIdentified, let bits = object._referenceBits(at: inverse.position),
                let owner = owners[bits]
            else { return }
            owner._members(at: relationship.position)?.add(object)
        }
        let table = tables[relationship.destination.index]
        if table.list.count > max(PendingIndexes.smallest, 8 * owners.owners.count) {
            // Where lists are loaded one by one, a full scan of the touched objects for each would be quadratic.
            for owner in owners.owners {
                let found = table.touchedObjects(
                    holding: owner.erasedKey.values, in: Array(inverse.columns))
                for object in found { add(object) }
            }
        } else {
            for object in table.touched { add(object) }
        }
    }

    private func overlayLinks(_ relationship: Relationship, _ owners: OwnerMap) {
        guard case .link(let link, let isFirst) = relationship.storage else { return }
        let (pending, visited) = links.pairs(of: owners, link, isFirst: isFirst)
        lookup.countVisited(visited)
        for (pair, added) in pending {
            let (owner, member) = isFirst ? (pair.first, pair.second) : (pair.second, pair.first)
            guard let members = owner._members(at: relationship.position) else { continue }
            if added { members.add(member) } else { members.remove(member) }
        }
    }

    /// The members of a relationship to many if they are loaded; for a new object, a list is made if needed.
    func membersForFixup(of object: any Model, at position: Int, to member: any Model)
        -> ToManyMembers?
    {
        if let table = tables.table(of: object), object._objectState.phase != .stored {
            keepLists(of: table)
        }
        if let members = object._members(at: position) {
            return members.isLoaded ? members : nil
        }
        guard object._objectState.phase != .stored else { return nil }
        let members = ToManyMembers()
        members.begin(epoch: tables.table(of: member)?.epoch ?? 0)
        object._setMembers(members, at: position)
        return members
    }
}
