/// The abilities that every context has by the required part alone.
extension Context {
    /// The objects with these identities that exist, in the order of their keys.
    public func objects<M: Model>(_ ids: some Sequence<ObjectID<M>>) throws -> [M] {
        try fetch(Query(predicate: .holdsKey(path: [], keys: Set(ids.map(\.key.objectKey)).sorted())))
    }

    /// How many objects a query yields.
    public func count<M: Model>(_ query: Query<M>) throws -> Int { try fetch(query).count }

    /// Fetches the objects of a query and passes them to a closure, until it returns false.
    public func stream<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws {
        for object in try fetch(query) where try !body(object) { return }
    }

    /// Settles an object in conflict as a closure decides, which gets base, mine and theirs.
    ///
    /// - Throws: as ``resolve(_:with:)``, and what the closure throws.
    public func resolve(
        _ conflict: SaveConflict, with decide: (SaveConflict) throws -> ConflictResolution
    ) throws { try resolve(conflict, with: try decide(conflict)) }

    /// Makes a child whose conflicts with this context are settled in favour of the child.
    public func makeChild() -> any Context { makeChild(.child) }
}

/// The refusals of a context without these abilities.
extension Context {
    /// Refuses to skip rows.
    public func fetch<M: Model>(_ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void)
        throws -> [M]
    { throw missing("fetch(_:skippingMalformed:)") }

    /// Refuses to skip rows.
    public func stream<M: Model>(
        _ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void, _ body: (M) throws -> Bool
    ) throws { throw missing("stream(_:skippingMalformed:_:)") }

    /// Refuses native queries.
    public func native<M: Model>(_ query: NativeQuery, from model: M.Type, kinds: [AttributeType]) throws
        -> [[Value]]
    { throw missing("native(_:from:kinds:)") }

    /// Refuses to explain.
    public func explain<M: Model>(_ query: Query<M>) throws -> QueryPlan { throw missing("explain(_:)") }

    /// Refuses a batch.
    @discardableResult
    public func updateAll<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> Int {
        throw missing("updateAll(_:assigning:)")
    }

    /// Refuses a batch.
    @discardableResult
    public func deleteAll<M: Model>(_ query: Query<M>) throws -> Int { throw missing("deleteAll(_:)") }

    /// Refuses a save that goes further than the options say, or less far.
    public func save(upTo extent: SaveExtent) throws { throw missing("save(upTo:)") }

    /// Refuses to resolve a conflict.
    public func resolve(_ conflict: SaveConflict, with decision: ConflictResolution) throws {
        throw missing("resolve(_:with:)")
    }

    /// Refuses to save in the background.
    public nonisolated(nonsending) func saveInBackground() async throws {
        throw missing("saveInBackground()")
    }

    /// Every conflict is an error.
    public var _mergePolicy: MergePolicy { .error }

    /// A history that keeps no steps.
    public var history: any ContextHistory { MissingHistory(error: missing("history")) }

    /// Zeros.
    public var statistics: ContextStatistics { ContextStatistics() }

    /// None: the context finds objects in its own way.
    @inlinable public var _graph: ObjectGraph? { nil }

    private func missing(_ function: String) -> GranaryError {
        GranaryError(
            .unsupported,
            "The context \(Self.self) does not implement `\(function)`. Implement it, or use a context that does."
        )
    }
}

/// The history of a context that implements none.
private struct MissingHistory: ContextHistory {
    let error: GranaryError
    var levels: Int {
        get { 0 }
        nonmutating set {}
    }
    var canUndo: Bool { false }
    var canRedo: Bool { false }

    func undo() throws -> Bool { throw error }
    func redo() throws -> Bool { throw error }
    func beginStep() {}
    func endStep() {}
}
