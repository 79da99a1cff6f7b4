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

    /// Takes in what others saved, when this context reads the newest state and no stream needs the one it began
    /// with.
    package func beginReading() throws {
        guard options.readsNewest, !isStreaming else { return sweepIfDue() }
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
                targets = knownMembers(of: object, at: relationship.position).compactMap { $0 as? T }
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
        let register = try register(of: M.self)
        if let known = M.loaded(id, among: LoadedObjects(register)) { return known }
        // One snapshot is read until the next save, so nothing has to be taken in before a look-up.
        if options.readsNewest { try beginReading() } else { sweepIfDue(register) }
        if options.readsNewest, let known = M.loaded(id, among: LoadedObjects(register)) { return known }
        if !register.absent.isEmpty, register.absent.contains(id.key.keyBits) { return nil }
        return try observed(.find, M.self, rows: { $0 == nil ? 0 : 1 }) {
            try fetchOne(M.self, id.key.objectKey, register)
        }
    }

    /// Fetches the object with a key from its store, as an object that was fetched with no others.
    private func fetchOne<M: Model>(_ type: M.Type, _ key: ObjectKey, _ register: EntityRegister) throws -> M?
    {
        statistics.storeRequests += 1
        guard let cursor = try row(key, register.entity) else {
            register.absent.insert(key.bits)
            return nil
        }
        defer { cursor.close() }
        statistics.rowsFetched += 1
        return try M.object(from: ObjectReader(cursor, register, loneGroup(register)))
    }

    /// A cursor on the row with a key.
    private func row(_ key: ObjectKey, _ entity: Entity) throws -> (any RowCursor)? {
        if let lookup = try lookup(of: entity) { return try lookup.row(key, of: entity) }
        var request = FetchRequest(entity: entity)
        request.selection = .keys([key])
        let cursor = try session(of: entity).fetch(request).cursor
        if try cursor.advance() { return cursor }
        cursor.close()
        return nil
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
        for register in registers { sweepIfDue(register) }
    }

    /// The same in one entity.
    private func sweepIfDue(_ register: EntityRegister) {
        guard register.map.count >= register.map.sweepThreshold else { return }
        register.entity.type?.sweep(LoadedObjects(register), at: nil)
    }
}
