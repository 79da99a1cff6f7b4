/// Applies a child's changes to its parent's objects.
///
/// The child has kept both sides of its relationships consistent and applied the delete rules, so the parent's objects
/// only take its values. Everything is loaded and checked before the first of them changes.
struct ParentCommit {
    /// A new object, and its table.
    struct Insertion {
        let object: any Model
        let table: ObjectTable
    }

    /// An object, and the new values of some of its properties.
    struct Update {
        let object: any Model
        let values: any ModelSnapshot
        let properties: PropertySet
    }

    /// A pair of a many-to-many relationship to add or remove.
    struct Link {
        let pair: LinkPair
        let table: LinkTable
        let isAdded: Bool
    }

    let parent: ObjectGraph
    /// The undo history of the parent.
    let history: UndoHistory
    private(set) var required: [Requirement] = []
    private(set) var deleted: [(object: any Model, entity: Entity)] = []
    /// The effects of the child's delete rules for these deletions, in terms of the parent's objects.
    private(set) var deletions: [Deletion] = []
    /// Objects that the parent had already deleted, and whose keys new ones take.
    private(set) var displaced: [any Model] = []
    private(set) var inserted: [Insertion] = []
    private(set) var updated: [Update] = []
    private(set) var links: [Link] = []
    /// The positions of the entities whose objects, or lists of objects, change.
    private(set) var entities: Set<Int> = []
    /// The objects that have changed in the parent since the child read them; with any, nothing is prepared.
    private(set) var conflicts: [CommitResult.Conflict] = []

    /// Prepares everything; apart from loading objects, it leaves the parent unchanged.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` when the parent no longer has the objects that the child
    ///   requires; ``GranaryError/Code/constraint`` when it has an object with the key of a new one.
    init(_ changes: ChangeSet, of child: ObjectGraph?, in parent: ObjectGraph, _ history: UndoHistory) throws
    {
        self.parent = parent
        self.history = history
        try load(changes)
        try findConflicts(changes, child)
        if !conflicts.isEmpty { return }
        for batch in changes.requirements {
            for row in batch.rows { try prepareRequirement(row.key, row.version, batch.entity, child) }
        }
        for batch in changes.deletes { for row in batch.rows { try prepareDelete(row.key, batch.entity) } }
        if let child { prepareDeletions(of: child) }
        // A new object may take the key of one that the same commit deletes.
        let leaving = IdentitySet(deleted.lazy.map(\.object))
        for batch in changes.inserts {
            for row in batch.rows { try prepareInsert(row, batch.entity, leaving) }
        }
        for batch in changes.updates { for row in batch.rows { try prepareUpdate(row, batch.entity) } }
        if !changes.links.isEmpty { try prepareLinks(changes.links) }
    }

    /// Loads the objects that the parent has not loaded yet, in one request per entity.
    private func load(_ changes: ChangeSet) throws {
        var keys: [Int: [ObjectKey]] = [:]
        for batch in changes.requirements + changes.deletes {
            keys[batch.entity.index, default: []] += batch.rows.map(\.key)
        }
        for batch in changes.updates { keys[batch.entity.index, default: []] += batch.rows.map(\.key) }
        for batch in changes.links {
            let pairs = batch.added + batch.removed
            keys[batch.table.firstEntity.index, default: []] += pairs.map(\.first)
            keys[batch.table.secondEntity.index, default: []] += pairs.map(\.second)
        }
        for batch in changes.inserts {
            // New objects have no rows to load, but their store must be open.
            _ = try parent.access.coordinator.storeIndex(of: batch.entity)
            let new = Set(batch.rows.lazy.compactMap { ($0 as? any Model)?.erasedKey })
            keys[batch.entity.index]?.removeAll { new.contains($0) }
        }
        for (index, keys) in keys {
            let table = parent.tables[index]
            let waiting = Set(keys).filter {
                table.map.object($0.bits) == nil && !table.isAbsent($0.bits)
            }
            guard !waiting.isEmpty else { continue }
            try parent.lookup.loader?.loadObjects(waiting.sorted(), of: table.entity)
        }
    }

    /// The parent's object with a key, unless it is deleted.
    private func present(_ key: ObjectKey, _ entity: Entity) throws -> (any Model)? {
        let object = try parent.lookup.anyObject(key, of: entity)
        return object?._objectState.phase == .deleted ? nil : object
    }

    private mutating func findConflicts(_ changes: ChangeSet, _ child: ObjectGraph?) throws {
        for batch in changes.deletes {
            for row in batch.rows { try findConflict(row.key, row.version, batch.entity, child) }
        }
        for batch in changes.updates {
            for row in batch.rows { try findConflict(row.key, row.version, batch.entity, child) }
        }
    }

    /// Compares an object with the state that the child has read.
    ///
    /// The comparison is by value, because the parent's unsaved objects have no versions.
    private mutating func findConflict(
        _ key: ObjectKey, _ version: Int64?, _ entity: Entity, _ child: ObjectGraph?
    ) throws {
        guard let object = try present(key, entity) else {
            return conflicts.append(CommitResult.Conflict(entity: entity.name, key: key))
        }
        if let mine = child?.changedObject(key, entity) {
            let base = mine._objectState.changes?.original ?? mine.anySnapshot
            if base.differences(fromAny: object.anySnapshot).isEmpty { return }
        } else if version == nil || version == object._objectState.version || object._objectState.isPending {
            // A batch has no object in the child: it has just read this version.
            return
        }
        conflicts.append(CommitResult.Conflict(entity: entity.name, key: key))
    }

    /// Prepares a requirement of the child, which the parent's next save then checks in the store.
    private mutating func prepareRequirement(
        _ key: ObjectKey, _ version: Int64?, _ entity: Entity, _ child: ObjectGraph?
    ) throws {
        guard let object = try present(key, entity), try isUnchanged(object, version, entity, child) else {
            throw GranaryError(
                .conflict,
                "An object that this context requires to be unchanged was changed in its parent; refresh it and save again.",
                context: .init(entity: entity.name))
        }
        required.append(Requirement(object, of: entity))
    }

    /// Whether an object equals the state that the child has read; by value too, as unsaved changes have no version.
    private func isUnchanged(
        _ object: any Model, _ version: Int64?, _ entity: Entity, _ child: ObjectGraph?
    ) throws -> Bool {
        if let version, version > 0, version != object._objectState.version { return false }
        guard let mine = child?.tables.loadedObject(object.erasedKey.bits, of: entity) else { return true }
        return mine.anySnapshot.differences(fromAny: object.anySnapshot).isEmpty
    }

    private mutating func prepareDelete(_ key: ObjectKey, _ entity: Entity) throws {
        guard let object = try present(key, entity) else { return }
        deleted.append((object, entity))
        entities.insert(entity.index)
    }

    /// Passes the effects of the child's delete rules to the parent: a rule acts on the objects that refer to the
    /// deleted one when the stores are written (Docs/Decisions/deletions-and-their-keys.md).
    private mutating func prepareDeletions(of child: ObjectGraph) {
        if child.deletions.isEmpty { return }
        // An object that is new in the parent just leaves it.
        for (object, entity) in deleted where object._objectState.phase == .stored {
            guard let mine = child.changedObject(object.erasedKey, entity), let record = child.deletions[mine]
            else { continue }
            var deletion = Deletion(object)
            deletion.isNamed = record.isNamed
            deletion.reached = record.reached.compactMap { present($0, of: child) }
            deletion.cleared = record.cleared.compactMap { cleared in
                present(cleared.object, of: child).map { ($0, cleared.relationship) }
            }
            deletions.append(deletion)
        }
    }

    /// The parent's object in place of one of the child's.
    private func present(_ object: any Model, of child: ObjectGraph) -> (any Model)? {
        guard object._objectState.isKnown, let entity = child.tables.table(of: object)?.entity,
            let mine = parent.tables.loadedObject(object.erasedKey.bits, of: entity)
        else { return nil }
        return mine._objectState.phase == .deleted ? nil : mine
    }

    private mutating func prepareInsert(_ row: any RowEncodable, _ entity: Entity, _ leaving: IdentitySet)
        throws
    {
        let type = try parent.tables[entity.index].modelType()
        let object = try type.init(columns: row.columnValues(of: entity), of: entity)
        if let present = parent.tables.loadedObject(object.erasedKey.bits, of: entity),
            !leaving.contains(present)
        {
            guard present._objectState.phase == .deleted else {
                throw GranaryError(
                    .constraint,
                    "The parent of this context has another object with this primary key; change that one, or use another key.",
                    context: .init(
                        entity: entity.name, properties: entity.model.key, constraint: .primaryKey))
            }
            displaced.append(present)
        }
        inserted.append(Insertion(object: object, table: parent.tables[entity.index]))
        entities.insert(entity.index)
    }

    private mutating func prepareUpdate(_ row: UpdateBatch.Row, _ entity: Entity) throws {
        guard let object = try present(row.key, entity) else {
            throw GranaryError(
                .conflict,
                "An object changed in this context was deleted from its parent; refresh or delete it here too.",
                context: .init(entity: entity.name))
        }
        let written = ValueCollector(columns: entity.columns.count)
        try row.source.encode(row.properties, of: entity, into: written)
        var columns = try object.columnValues(of: entity)
        // The other columns stay those of the parent, which may have changed since the child read them.
        for (column, definition) in entity.columns.enumerated()
        where row.properties.contains(definition.property) {
            columns[column] = written.values[column]
        }
        let values = try type(of: object).init(columns: columns, of: entity).anySnapshot
        updated.append(Update(object: object, values: values, properties: row.properties))
        entities.insert(entity.index)
    }

    /// Prepares pairs: removed ones are of objects already in the parent, added ones may be of new objects.
    private mutating func prepareLinks(_ batches: [LinkBatch]) throws {
        var new: [Int: [KeyBits: any Model]] = [:]
        for insertion in inserted {
            new[insertion.table.entity.index, default: [:]][insertion.object.erasedKey.bits] =
                insertion.object
        }
        for batch in batches {
            let (first, second) = (batch.table.firstEntity, batch.table.secondEntity)
            entities.formUnion([first.index, second.index])
            func find(_ key: ObjectKey, _ entity: Entity, _ isAdded: Bool) throws -> (any Model)? {
                if isAdded, let object = new[entity.index]?[key.bits] { return object }
                return try isAdded ? present(key, entity) : parent.lookup.anyObject(key, of: entity)
            }
            for (pairs, isAdded) in [(batch.removed, false), (batch.added, true)] {
                for pair in pairs {
                    guard let first = try find(pair.first, first, isAdded),
                        let second = try find(pair.second, second, isAdded)
                    else { continue }
                    let objects = parent.links.makePair(first, second, wasConnected: !isAdded)
                    links.append(Link(pair: objects, table: batch.table, isAdded: isAdded))
                }
            }
        }
    }
}

extension ObjectGraph {
    /// The object with a key that this context has changed or deleted.
    fileprivate func changedObject(_ key: ObjectKey, _ entity: Entity) -> (any Model)? {
        let table = tables[entity.index]
        if let replaced = table.replaced(key.bits) { return replaced }
        guard let object = tables.loadedObject(key.bits, of: entity), object._objectState.isPending,
            object._objectState.phase != .inserted
        else { return nil }
        return object
    }
}
