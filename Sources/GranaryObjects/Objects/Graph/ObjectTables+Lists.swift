/// The lists of relationships to many that loaded objects have.
extension ObjectTables {
    /// The number of changes from outside that may affect the members of a relationship to many.
    package func epoch(of relationship: Relationship) -> Int {
        self[relationship.destination.index].epoch
    }

    /// Marks every loaded relationship to many as outdated; the next access reloads it.
    package func invalidateMembers() {
        for table in self { table.invalidateMembers() }
    }

    /// Marks every relationship to many as outdated, including those of new objects.
    func invalidateUnsavedMembers() {
        invalidateMembers()
        for table in self where !table.entity.toMany.isEmpty {
            for object in table.touched { invalidateUnsavedMembers(of: object) }
        }
    }

    /// Unloads every relationship to many of a new object; the next access builds it again.
    func invalidateUnsavedMembers(of object: any Model) {
        guard object._objectState.phase == .inserted, let table = table(of: object) else { return }
        for relationship in table.entity.toMany { object._members(at: relationship.position)?.unload() }
    }

    /// Whether the targets of a new object have to follow: an import does not pay for lists that the program has not
    /// accessed (Docs/Decisions/relationships-in-contexts.md).
    func needFixup(of entity: Entity) -> Bool { keepsLists || entity.hasPairs }

    /// Whether any list of objects of an entity may be loaded.
    func hasLists(of entity: Entity) -> Bool {
        entity.toOne.contains {
            $0.inverseToMany != nil && used($0.destination.index)?.keepsLists == true
        }
    }

    /// Invalidates many-to-many lists if rows have replaced deleted ones: no notice says which pairs were removed.
    func invalidatePairs(ofReplaced deleted: Set<KeyBits>, _ table: ObjectTable) {
        let links = schema.links.filter { $0.joins(table.entity) }
        guard !links.isEmpty, deleted.contains(where: { table.map.object($0) != nil }) else { return }
        for index in Set(links.flatMap { [$0.firstEntity.index, $0.secondEntity.index] }) {
            self[index].invalidateMembers()
        }
    }

    /// The references of an object before it is reloaded; `nil` if no other side has to be updated afterwards.
    @usableFromInline func otherEnds(of object: some Model, _ table: ObjectTable) -> [Int:
        KeyBits]?
    {
        let entity = table.entity
        guard table.tellsPartners || keepsLists && hasLists(of: entity) else { return nil }
        var references: [Int: KeyBits] = [:]
        for relationship in entity.toOne where relationship.inverse != nil {
            references[relationship.position] = object._referenceBits(at: relationship.position)
        }
        return references
    }
}
