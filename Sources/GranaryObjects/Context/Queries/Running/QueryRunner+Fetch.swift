extension QueryRunner {
    /// The objects of a query, in order, with the unsaved changes of this context applied.
    func fetch<M: Model>(_ query: Query<M>) throws -> [M] {
        if query.skipsUnreadable { return try fetch(query, skippingUnreadable: { _ in }) }
        return try access.perform(.fetch, M.self, rows: { $0.count }) {
            let objects = try answer(M.self, try checkedRequest(for: query))
            for path in query.prefetch { try prefetch(path[...], of: objects) }
            return objects
        }
    }

    /// The objects of a query, except those whose rows cannot be read.
    func fetch<M: Model>(
        _ query: Query<M>, skippingUnreadable report: (GranaryError) throws -> Void
    ) throws -> [M] {
        try access.perform(.fetch, M.self, rows: { $0.count }) {
            let malformed = MalformedRows()
            let objects = try readable(M.self, try checkedRequest(for: query), malformed)
            for path in query.prefetch {
                // The first access to a relationship that could not be prefetched loads it again.
                do { try prefetch(path[...], of: objects) } catch { try malformed.collect(error) }
            }
            try handOver(malformed, report)
            return objects
        }
    }

    /// The readable objects of a request: as many as its limit, although the store counts rows that are skipped.
    private func readable<M: Model>(
        _ type: M.Type, _ request: FetchRequest, _ malformed: MalformedRows
    ) throws -> [M] {
        var wider = request
        var seen = 0
        while true {
            let objects = try answer(type, wider, passing: malformed)
            guard let limit = request.limit, let asked = wider.limit else { return objects }
            let rows = objects.count + malformed.errors.count
            // Fewer rows than asked for are all that there are, and so are as many as the time before.
            guard objects.count < limit, rows >= asked, rows > seen else {
                return Array(objects.prefix(limit))
            }
            seen = rows
            wider.limit = limit + malformed.errors.count
            malformed.forget()
        }
    }

    /// Reports the rows that were skipped to the caller, to the context's statistics, and to the log.
    func handOver(_ malformed: MalformedRows, _ report: (GranaryError) throws -> Void) throws {
        try malformed.handOver { error in
            access.countSkipped(error)
            try report(error)
        }
    }

    /// Answers a request from all stores and the unsaved changes of this context.
    func answer<M: Model>(
        _ type: M.Type, _ request: FetchRequest, passing malformed: MalformedRows? = nil
    ) throws -> [M] {
        if try hasPendingChanges(touching: request) { return try overlaid(type, request, passing: malformed) }
        let split = try splitAcrossStores(request)
        return try loader.objects(
            type, split.request, residual: split.residual, coreOrder: split.ordersInCore, passing: malformed)
    }

    /// Loads the objects along a path of relationships.
    func prefetch<M: Model>(_ path: ArraySlice<String>, of objects: [M]) throws {
        guard let name = path.first, !objects.isEmpty else { return }
        let entity = try access.coordinator.entity(of: M.self)
        let relationship = try entity.followed(name)
        if relationship.isToMany {
            try graph.lists.loadToMany(relationship, of: objects)
        } else {
            try graph.lookup.loadToOne(relationship, of: objects)
        }
        guard path.count > 1 else { return }
        func descend<T: Model>(_ type: T.Type) throws {
            try prefetch(path.dropFirst(), of: loaded(relationship, of: objects, as: type))
        }
        try descend(graph.tables[relationship.destination.index].modelType())
    }

    private func loaded<M: Model, T: Model>(_ relationship: Relationship, of objects: [M], as type: T.Type)
        -> [T]
    {
        var seen: Set<ObjectIdentifier> = []
        var found: [T] = []
        for object in objects {
            let targets: [T]
            if relationship.isToMany {
                targets = graph.lists.knownMembers(of: object, at: relationship.position).compactMap {
                    $0 as? T
                }
            } else {
                let bits = object._referenceBits(at: relationship.position)
                let table = graph.tables[relationship.destination.index]
                targets = bits.flatMap { table.object($0, as: type) }.map { [$0] } ?? []
            }
            for target in targets where seen.insert(ObjectIdentifier(target)).inserted {
                found.append(target)
            }
        }
        return found
    }
}
