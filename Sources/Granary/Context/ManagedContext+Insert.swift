extension ManagedContext {
    /// Inserts a new object, and every object that can be reached from it.
    public func insert<M: Model>(_ object: M) throws {
        var queue: [any Model] = []
        try insertOne(object, &queue)
        while let next = queue.popLast() {
            try insertOne(next, &queue)
        }
    }

    /// Refuses objects that cannot be inserted here.
    private func admit<M: Model>(_ object: M) throws {
        switch object.objectState.phase {
        case .transient, .detached: return
        case .inserted, .stored:
            if object.objectState.group?.link.context === self { return }
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

    private func insertOne<M: Model>(_ object: M, _ queue: inout [any Model]) throws {
        let register = try register(of: M.self)
        let entry = ObjectEntry(register, loneGroup(register))
        var outcome = object.enter(entry)
        if outcome == .needsKey {
            try assignKey(to: object, of: register.entity)
            outcome = object.enter(entry)
        }
        if outcome == .isTaken {
            try makeRoom(for: object, register)
            outcome = object.enter(entry)
        }
        guard outcome == .entered else { return try admit(object) }
        try connect(object, of: register.entity, &queue)
    }

    /// Takes the deleted object whose key a new one has out of the map.
    private func makeRoom<M: Model>(for object: M, _ register: EntityRegister) throws {
        guard let present = register.object(object.objectKey.keyBits, as: M.self) else { return }
        guard present.objectState.phase == .deleted else {
            throw GranaryError(
                .constraint,
                "Another object with this primary key is in the context; change that one, or use another key.",
                context: .init(
                    entity: register.entity.name, properties: register.entity.model.key,
                    constraint: .primaryKey))
        }
        register.displace(present)
    }

    private func assignKey<M: Model>(to object: M, of entity: Entity) throws {
        guard M.Key.generation != .byProgram, object.objectKey == M.Key.unassigned else { return }
        var made = try makeKey(M.Key.generation, of: entity)
        // Keys that the program has set are unknown to the store until the save.
        while registers[entity.index].map.object(made.bits) != nil {
            made = try makeKey(M.Key.generation, of: entity)
        }
        guard let key = M.Key(objectKey: made) else {
            throw GranaryError(
                .overflow,
                "No further key fits the type of \(entity.name)'s primary key; declare a wider integer.",
                context: .init(entity: entity.name, properties: entity.model.key))
        }
        object.assignKey(key)
    }

    private func makeKey(_ generation: KeyGeneration, of entity: Entity) throws -> ObjectKey {
        if generation == .timeOrderedUUID { return .uuid(coordinator.makeIdentifier()) }
        if options.saves != .write {
            // A context that never writes reserves nothing.
            unwrittenKey -= 1
            return .integer(unwrittenKey)
        }
        return .integer(try coordinator.nextInteger(of: entity) { try session(of: entity) })
    }

    /// Inserts what the object refers to, and tells the other sides.
    private func connect<M: Model>(_ object: M, of entity: Entity, _ queue: inout [any Model]) throws {
        let routes = schema.toOneRoutes[entity.index]
        for position in routes.indices {
            if let bits = object.referenceBits(at: position) {
                attach(object, of: entity, to: bits, through: routes[position])
            } else if case .object(let target) = object.reference(at: position) {
                try insertTarget(target, &queue)
                object.setReference(.key(target.erasedKey), at: position)
                RelationshipUpkeep.attach(object, to: target, through: routes[position], in: self)
            }
        }
        for relationship in entity.toMany {
            guard let members = object.members(at: relationship.position) else { continue }
            keepLists(of: registers[entity.index])
            members.epoch = epoch(of: relationship)
            for member in members.models {
                try insertTarget(member, &queue)
                RelationshipUpkeep.adopt(member, by: object, through: relationship, in: self)
            }
        }
    }

    /// Tells the target of a relationship to one, if it is loaded, that a new object refers to it.
    private func attach(_ object: any Model, of entity: Entity, to bits: KeyBits, through route: Route) {
        guard route.inverse != nil else { return }
        guard route.inverseIsToMany else {
            guard let target = loadedObject(bits, of: route.destination) else { return }
            return RelationshipUpkeep.attach(object, to: target, through: route, in: self)
        }
        let register = registers[route.destination.index]
        guard register.keepsLists else { return }
        let epoch = registers[entity.index].epoch
        let members = route.destination.type?.members(
            of: bits, at: route.inversePosition, among: LoadedObjects(register), epoch: epoch)
        if object.objectState.isListed { members?.add(object) } else { members?.append(object) }
    }

    /// Gives the target a key at once, so that it can be referred to; the rest of it follows from the queue.
    private func insertTarget(_ target: any Model, _ queue: inout [any Model]) throws {
        try admitAny(target)
        func begin<T: Model>(_ target: T) throws {
            let entity = try coordinator.entity(of: T.self)
            if target.objectState.phase == .transient || target.objectState.phase == .detached {
                try assignKey(to: target, of: entity)
                queue.append(target)
            }
        }
        try begin(target)
    }

    private func admitAny(_ object: any Model) throws {
        func open<T: Model>(_ object: T) throws { try admit(object) }
        try open(object)
    }

    /// The loaded object with a key, if it is loaded.
    package func loadedObject(_ key: ObjectKey, of entityName: String) -> (any Model)? {
        schema.entity(entityName).flatMap { loadedObject(key.bits, of: $0) }
    }

    /// The loaded object with the bits of a key, if it is loaded.
    package func loadedObject(_ bits: KeyBits, of entity: Entity) -> (any Model)? {
        guard let type = entity.type else { return nil }
        func find<T: Model>(_ type: T.Type) -> (any Model)? { registers[entity.index].object(bits, as: type) }
        return find(type)
    }
}

extension Model {
    /// The primary key without its type.
    package var erasedKey: ObjectKey { objectKey.objectKey }
}
