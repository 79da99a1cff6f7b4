/// Inserts new objects, with every object reachable from them, into a context.
struct Insertion {
    /// Updates the other sides of the new objects' relationships.
    let pairs: PairFixup

    private var lookup: ObjectLookup { pairs.lookup }
    private var tables: ObjectTables { pairs.tables }

    /// Inserts a new object and every object reachable from it.
    ///
    /// If one of them cannot be inserted, none is.
    func insert<M: Model>(_ object: M) throws {
        let entry = try lookup.entry(of: M.self)
        try insert(object, entry, after: object._enter(entry, alone: true))
    }

    /// Does the rest of an insertion after the first attempt of the object to enter alone.
    func insert<M: Model>(_ object: M, _ entry: ObjectEntry, after outcome: ObjectEntry.Outcome) throws {
        if try finish(outcome, of: object, entry, alone: true) != .bringsOthers { return }
        var check = InsertionCheck(self)
        try check.visitAll(from: object)
        var queue: [any Model] = [object]
        while let next = queue.popLast() { try insertNext(next, &queue) }
    }

    private func insertNext<M: Model>(_ object: M, _ queue: inout [any Model]) throws {
        let entry = try lookup.entry(of: M.self)
        let outcome = try object._enter(entry, alone: false)
        if try finish(outcome, of: object, entry, alone: false) == .entered {
            try insertOthers(object, entry.table.entity, &queue)
        }
    }

    /// Throws if an object cannot be inserted here.
    func admit<M: Model>(_ object: M) throws {
        switch object._objectState.phase {
        case .transient, .detached: return
        case .inserted, .stored:
            if tables.hold(object) { return }
            throw GranaryError(
                .invalidObject,
                "The object belongs to another context; fetch it here by its objectID instead.",
                context: .init(entity: M.modelDescription.name))
        case .deleted:
            throw GranaryError(
                .invalidObject, "The object is deleted in its context; roll back, or make a new one.",
                context: .init(entity: M.modelDescription.name))
        }
    }

    /// Makes room for an object whose key was taken, and updates the targets of one that has entered.
    ///
    /// - Throws: any error of ``admit(_:)`` for an object that is in a context.
    private func finish<M: Model>(
        _ outcome: ObjectEntry.Outcome, of object: M, _ entry: ObjectEntry, alone: Bool
    ) throws -> ObjectEntry.Outcome {
        var outcome = outcome
        if outcome == .isTaken {
            try makeRoom(for: object, entry.table)
            outcome = try object._enter(entry, alone: alone)
        }
        if outcome == .isPresent { try admit(object) }
        let entity = entry.table.entity
        if outcome == .entered, tables.needFixup(of: entity) { fixUpTargets(of: object, entity) }
        return outcome
    }

    /// Removes from the map the deleted object whose key a new object takes.
    private func makeRoom<M: Model>(for object: M, _ table: ObjectTable) throws {
        guard let present = table.object(object.objectKey.keyBits, as: M.self) else { return }
        guard present._objectState.phase == .deleted else { throw Self.keyIsTaken(table.entity) }
        table.replaceDeleted(present)
    }

    static func keyIsTaken(_ entity: Entity) -> GranaryError {
        GranaryError(
            .constraint,
            "Another object with this primary key is in the context; change that one, or use another key.",
            context: .init(entity: entity.name, properties: entity.model.key, constraint: .primaryKey))
    }

    /// Queues the objects that a new object refers to, and updates their sides of the relationships.
    private func insertOthers<M: Model>(_ object: M, _ entity: Entity, _ queue: inout [any Model]) throws {
        for relationship in entity.toOne {
            guard case .object(let target) = object._reference(at: relationship.position) else { continue }
            try insertTarget(target, &queue)
            object.refer(to: .key(target.erasedKey), at: relationship.position)
            pairs.connect(object, to: target, through: relationship)
        }
        for relationship in entity.toMany {
            guard let members = object._members(at: relationship.position) else { continue }
            pairs.lists.keepLists(of: tables[entity.index])
            members.epoch = tables.epoch(of: relationship)
            for member in members.models {
                try insertTarget(member, &queue)
                pairs.connectMember(member, by: object, through: relationship)
            }
        }
    }

    /// Updates the loaded targets of a new object's relationships to one.
    private func fixUpTargets<M: Model>(of object: M, _ entity: Entity) {
        for relationship in entity.toOne {
            guard let inverse = relationship.inverse else { continue }
            if inverse.isToMany, !tables[relationship.destination.index].keepsLists { continue }
            if let bits = object._referenceBits(at: relationship.position) {
                fixUpTarget(bits, of: object, through: relationship, inverse)
            }
        }
    }

    /// Updates the target of one relationship to one, if it is loaded.
    private func fixUpTarget(
        _ bits: KeyBits, of object: any Model, through relationship: Relationship, _ inverse: Relationship
    ) {
        guard inverse.isToMany else {
            // The partner refers back in its own row, so it has to be loaded.
            if let key = object.referenceKey(at: relationship.position) {
                lookup.loadPartner(key, through: relationship)
            }
            guard let target = tables.loadedObject(bits, of: relationship.destination) else { return }
            return pairs.connect(object, to: target, through: relationship)
        }
        let table = tables[relationship.destination.index]
        let epoch = tables[relationship.owner.index].epoch
        let members = table.type?._members(
            of: bits, at: inverse.position, among: LoadedObjects(table), epoch: epoch)
        // An object that was in no list yet cannot be in this one, so `append` saves the search for it.
        if object._objectState.isListed { members?.add(object) } else { members?.append(object) }
    }

    /// Assigns a key to a target at once, so that it can be referred to; the queue inserts it later.
    private func insertTarget(_ target: any Model, _ queue: inout [any Model]) throws {
        try admit(target)
        func begin<T: Model>(_ target: T) throws {
            let entity = try lookup.access.coordinator.entity(of: T.self)
            if target._objectState.isOutside {
                try lookup.keys.assign(to: target, of: entity)
                queue.append(target)
            }
        }
        try begin(target)
    }

    /// Makes sure that objects of this context can refer to an object; inserts a new one.
    ///
    /// An object that was stored and is in no context any more is refused. It may have been deleted since, and a
    /// reference must not store it again.
    func admitTarget(
        _ target: any Model, from owner: any Model, through relationship: Relationship
    ) -> Bool {
        switch target._objectState.phase {
        case .detached where target._objectState.version != 0:
            keepMisuse(
                "was deleted, or has left its context; fetch it again, or insert it itself", relationship)
        case .transient, .detached:
            do {
                try insert(target)
                return true
            } catch {
                lookup.errors.keep(
                    GranaryError(
                        .invalidObject,
                        "An object set as \(relationship.label) could not be inserted.",
                        context: .init(entity: relationship.owner.name, properties: [relationship.name]),
                        cause: error))
                return false
            }
        case .inserted, .stored:
            if tables.hold(target) { return true }
            keepMisuse("belongs to another context; fetch it here by its objectID", relationship)
        case .deleted:
            keepMisuse("is deleted", relationship)
        }
        return false
    }

    private func keepMisuse(_ what: String, _ relationship: Relationship) {
        lookup.errors.keep(
            GranaryError(
                .invalidObject,
                "The object set as \(relationship.label) \(what). The relationship was left as it was.",
                context: .init(entity: relationship.owner.name, properties: [relationship.name])))
    }

    /// Throws if one of some objects, or of those reachable from them, cannot be inserted together with the others.
    ///
    /// Keys that are to be generated are assigned. The keys of objects that are deleted before are free.
    func checkInsertion<M: Model>(of objects: [M], afterDeleting leaving: [M] = []) throws {
        var check = InsertionCheck(self, leaving: Set(leaving.map { ObjectIdentifier($0) }))
        for object in objects { try check.visitAll(from: object) }
    }

    /// Adds a new object; it refers to others by key, and only a deleted object may have its key.
    func attach(_ object: any Model, _ table: ObjectTable) {
        let bits = object.erasedKey.bits
        if let deleted = tables.loadedObject(bits, of: table.entity) { table.replaceDeleted(deleted) }
        _ = table.insert(object, &object._objectState, bits, into: tables.loneBatch(table))
        lookup.keys.claimKey(of: object, table)
    }
}
