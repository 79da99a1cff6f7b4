import Granary

/// Asks for the objects of one model and level.
struct GraphAsking<Target: Granary.Model> {
    let ask: GraphAsk
    let repository: Repository<Target>
    let isSynced: Bool
    /// What was found so far.
    private(set) var here: [ObjectKey: Target.Snapshot] = [:]
    var found = GraphFound()

    init(_ ask: GraphAsk, _ repository: Repository<Target>, isSynced: Bool) {
        self.ask = ask
        self.repository = repository
        self.isSynced = isSynced
    }

    /// Asks, and returns what was found; an error of the server is a part of that.
    ///
    /// - Throws: errors of the stores; ``GranaryError/Code/cancelled``.
    nonisolated(nonsending) mutating func run() async throws -> GraphFound {
        do {
            if !(try await readTogether()) {
                try await readObjects()
                try await readMembers()
            }
            try await test()
        } catch let error as GranaryError where error.code == .accessDenied {
            (here, found) = ([:], GraphFound())
            deny(error)
        }
        let passing = found.passing
        found.objects = here.filter { passing?.contains($0.key) ?? true }.map { ($0.key, $0.value) }
        return found
    }

    /// Notes that nothing may be read.
    private mutating func deny(_ error: GranaryError) {
        var batch = GraphBatch<Target>()
        batch.failure = error
        take(batch)
        note(ask.ids, of: batch)
        note(batch.outcome, ask.inverses)
        noteMembers()
    }

    /// Finds out which of the objects with known identities meet the condition.
    ///
    /// What a program has returned meets it: it knows the condition by its request.
    private nonisolated(nonsending) mutating func test() async throws {
        guard let condition = ask.reading.condition, !ask.ids.isEmpty, ask.reading.fetch == nil else {
            return
        }
        let query = Query<Target>(
            predicate: .and(.holdsKey(path: [], keys: ask.ids.sorted()), condition)
        ).unfiltered()
        found.passing = Set(try await repository.fetch(query, .local).map(\.objectID.key.objectKey))
    }

    /// Does a request; an error of the server is its result.
    nonisolated(nonsending) func attempt(
        _ body: () async throws -> GraphBatch<Target>
    ) async throws -> GraphBatch<Target> {
        do { return try await body() } catch {
            if Task.isCancelled { throw Cancellation.error }
            var batch = GraphBatch<Target>()
            batch.failure = GranaryError.ofServer(error)
            return batch
        }
    }

    /// Takes over what a request has brought.
    mutating func take(_ batch: GraphBatch<Target>) {
        for snapshot in batch.snapshots { here[snapshot.objectID.key.objectKey] = snapshot }
        for key in batch.lacking { found.lacking[key] = .incomplete(batch.error) }
        found.isRemote = found.isRemote || batch.isRemote
        found.error = found.error ?? batch.failure ?? batch.error
    }

    /// Takes over the answer to a request for some objects, which replaces what was known of them.
    mutating func take(_ batch: GraphBatch<Target>, of keys: [ObjectKey]) {
        for key in keys { (here[key], found.lacking[key]) = (nil, nil) }
        take(batch)
    }

    /// Takes over an object that a program has returned for an earlier graph and that is not stored.
    mutating func hold(_ object: Target.Snapshot, _ key: ObjectKey) {
        if here[key] != nil { return }
        here[key] = object
        found.memory.held[key] = object
    }

    /// Notes what a program has returned, for later graphs.
    mutating func noteReturned(_ batch: GraphBatch<Target>) {
        if ask.reading.fetch == nil || batch.failure != nil { return }
        for snapshot in batch.snapshots { found.memory.held[snapshot.objectID.key.objectKey] = snapshot }
    }

    /// A condition, and that of the part.
    func restricted(_ condition: ExpressionTree) -> Query<Target> {
        Query(predicate: ask.reading.condition.map { .and(condition, $0) } ?? condition).unfiltered()
    }

    /// The identities with some keys.
    static func ids(_ keys: [ObjectKey]) -> [ObjectID<Target>] {
        keys.compactMap { Target.Key(objectKey: $0).map { ObjectID($0) } }
    }
}
