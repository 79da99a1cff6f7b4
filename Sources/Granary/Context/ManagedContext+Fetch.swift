extension ManagedContext {
    /// The objects a query describes, in its order; unsaved changes of this context count.
    public func fetch<M: Model>(_ query: Query<M>) throws -> [M] {
        try observed(.fetch, M.self, rows: { $0.count }) {
            let objects = try fetchObjects(query)
            for path in query.prefetch { try prefetch(path[...], of: objects) }
            return objects
        }
    }

    private func fetchObjects<M: Model>(_ query: Query<M>) throws -> [M] {
        let entity = try prepare(query)
        var request = FetchRequest(entity: entity)
        request.predicate = query.predicate
        request.sort = query.sort
        request.offset = query.offset
        request.limit = query.limit
        return try answer(M.self, request)
    }

    /// Answers a request with everything this context knows: other stores, and unsaved changes.
    package func answer<M: Model>(_ type: M.Type, _ request: FetchRequest) throws -> [M] {
        let split = try splitAcrossStores(request)
        if hasPendingChanges(touching: request) { return try overlaid(type, split, of: request) }
        return try objects(type, split.request, residual: split.residual, coreOrder: split.ordersInCore)
    }

    /// Checks a query and readies the context for it; returns the query's entity.
    package func prepare<M: Model>(_ query: Query<M>) throws -> Entity {
        if let problem = query.problem { throw problem }
        let entity = try coordinator.entity(of: M.self)
        if query.offset < 0 || (query.limit ?? 0) < 0 {
            throw GranaryError(
                .query, "A limit or offset is negative; use zero or more.",
                context: .init(entity: entity.name))
        }
        try beginReading()
        return entity
    }

    /// Takes in what others saved, when this context reads the newest state.
    package func beginReading() throws {
        guard options.readsNewest else { return sweepIfDue() }
        for session in sessions { try session?.refresh() }
        for register in registers where !register.absent.isEmpty { register.absent = [] }
        try takeNotices()
        sweepIfDue()
    }

    /// Loads the objects at the end of a path of relationships.
    private func prefetch<M: Model>(_ path: ArraySlice<String>, of objects: [M]) throws {
        guard let name = path.first, !objects.isEmpty else { return }
        let entity = try coordinator.entity(of: M.self)
        guard let relationship = entity.relationship(name) else { return }
        if relationship.isToMany {
            try loadToMany(relationship, of: objects)
        } else {
            try loadToOne(relationship, of: objects)
        }
        guard path.count > 1, let type = schema.entity(relationship.destination)?.type else { return }
        func descend<T: Model>(_ type: T.Type) throws {
            try prefetch(path.dropFirst(), of: loaded(relationship, of: objects, as: type))
        }
        try descend(type)
    }

    private func loaded<M: Model, T: Model>(_ relationship: Relationship, of objects: [M], as type: T.Type)
        -> [T]
    {
        var seen: Set<ObjectIdentifier> = []
        var found: [T] = []
        for object in objects {
            let targets: [T]
            if relationship.isToMany {
                targets = (object.members(at: relationship.position)?.models ?? []).compactMap { $0 as? T }
            } else {
                let bits = object.referenceBits(at: toOnePosition(relationship))
                let index = schema.entity(relationship.destination)?.index ?? 0
                targets = bits.flatMap { registers[index].object($0, as: type) }.map { [$0] } ?? []
            }
            for target in targets where seen.insert(ObjectIdentifier(target)).inserted {
                found.append(target)
            }
        }
        return found
    }

    /// The object with an identity, from this context if it is loaded, else from its store.
    public func object<M: Model>(_ id: ObjectID<M>) throws -> M? {
        let register = registers[try entity(of: M.self).index]
        let bits = id.key.keyBits
        if let object = register.object(bits, as: M.self) {
            return object.objectState.phase == .deleted ? nil : object
        }
        try beginReading()
        if let object = register.object(bits, as: M.self) { return object }
        if !register.absent.isEmpty, register.absent.contains(bits) { return nil }
        return try observed(.find, M.self, rows: { $0 == nil ? 0 : 1 }) {
            try fetchOne(M.self, id.key.objectKey, register)
        }
    }

    /// Fetches the object with a key from its store, as an object that was fetched with no others.
    private func fetchOne<M: Model>(_ type: M.Type, _ key: ObjectKey, _ register: EntityRegister) throws -> M?
    {
        var request = FetchRequest(entity: register.entity)
        request.selection = .keys([key])
        statistics.storeRequests += 1
        let cursor = try session(of: register.entity).fetch(request).cursor
        defer { cursor.close() }
        guard try cursor.advance() else {
            register.absent.insert(key.bits)
            return nil
        }
        statistics.rowsFetched += 1
        return try materializeRow(type, cursor, register, loneGroup(register))
    }

    /// The group of objects that belong to no fetch: they load what they refer to each for itself.
    package func loneGroup(_ register: EntityRegister) -> FetchGroup {
        if let group = register.loneGroup, group.link === link { return group }
        let group = FetchGroup(link: link, entity: register.entity, isLone: true)
        register.loneGroup = group
        return group
    }

    /// Lets go of clean objects that nobody else holds, in every entity that has grown enough.
    package func sweepIfDue() {
        for register in registers where register.map.count >= register.map.sweepThreshold {
            func sweep<M: Model>(_ type: M.Type) {
                register.map.sweep { object in
                    let model = unsafeDowncast(object, to: type)  // safe: the map holds this type only.
                    return model.objectState.phase == .stored && model.objectState.changes == nil
                }
            }
            if let type = register.entity.type { sweep(type) }
        }
    }
}
