/// The context that ships: an identity map and a unit of work over the stores of a stack.
///
/// It only connects the parts that do the work and passes each call on. The object graph knows the objects; other parts
/// load them, answer queries, save, merge and undo.
///
/// Not `Sendable`: it belongs to one unit of work, actor or thread.
public final class ManagedContext: Context {
    /// The stores of the context, or the parent in their place.
    package let access: StoreAccess
    /// The objects of the context, and their unsaved changes.
    @usableFromInline package let graph: ObjectGraph
    /// The objects of the context that this one reads from and saves to, when it is a child.
    package let parent: ObjectGraph?
    private let loader: ObjectLoader
    private let merger: ChangeMerger
    private let undoHistory: UndoHistory
    private let saves: SaveRunner

    /// Makes a context without objects; the first use of a store makes its session.
    package convenience init(
        _ hold: StoreHold, options: ContextOptions, inbox: SaveInbox = SaveInbox(),
        cancellation: Cancellation? = nil
    ) {
        let access = StoreAccess(
            hold, readsNewest: options.readsNewest, measuresTime: options.measuresTime,
            cancellation: cancellation)
        self.init(access, options, inbox, parent: nil)
    }

    /// Makes a context that reads from another one, and saves to it.
    package convenience init(
        options: ContextOptions, inbox: SaveInbox = SaveInbox(), parent: ManagedContext
    ) {
        let store = ParentStore(parent.queries, parent.saves)
        let access = StoreAccess(
            store, readsNewest: options.readsNewest, measuresTime: options.measuresTime)
        self.init(access, options, inbox, parent: store)
    }

    private convenience init(
        _ access: StoreAccess, _ options: ContextOptions, _ inbox: SaveInbox, parent: ParentStore?
    ) {
        let tables = ObjectTables(access.coordinator.schema, areOfChild: parent != nil)
        let keys = KeyAssigner(
            access, tables, parent: parent?.graph.keys, writes: options.saves == .write)
        let graph = ObjectGraph(access, tables, keys, loadsStrictly: options.strictLoading)
        let loader = ObjectLoader(graph)
        let merger = ChangeMerger(inbox, loader, UndoHistory(graph), parent: parent?.merger)
        let hooks: ModelHookRounds? = graph.schema.hasHooks ? ModelHookRounds() : nil
        let saves = SaveRunner(merger, options, parent: parent?.saves, hooks: hooks)
        self.init(saves)
        graph.loader = loader
        access.follower = merger
        parent?.serve(graph, saves)
        if options.mergesChanges { merger.register() }
    }

    /// Makes a view of the context whose parts save like this; hooks get one.
    init(_ saves: SaveRunner) {
        self.saves = saves
        (access, graph, parent) = (saves.access, saves.graph, saves.parent?.graph)
        (loader, merger, undoHistory) = (saves.loader, saves.merger, saves.merger.history)
    }

    private var queries: QueryRunner { QueryRunner(merger) }
    private var batches: BatchRunner { BatchRunner(saves: saves, queries: queries) }

    /// Makes a context that reads from this one, with its unsaved changes, and saves to it.
    public func makeChild(_ options: ContextOptions) -> any Context {
        ManagedContext(options: options, parent: self)
    }
}

// MARK: Life

extension ManagedContext {
    /// The open stores.
    package var coordinator: StoreCoordinator { access.coordinator }

    /// Whether a unit of work that ended with an error may succeed in another context, in a new snapshot that shows the
    /// saves of others.
    package func mayPassWhenRepeated(_ error: GranaryError) -> Bool {
        // Saves of a unit of work remain when it fails later, and a repetition would make them twice.
        if saves.saveCount > 0 { return false }
        // Another context may have saved the key or the value after this snapshot began.
        return error.code.isRetryable || error.code == .constraint && saves.hasMetTakenValue
    }

    /// Throws the error that was kept, if any, because the place where it happened cannot throw.
    package func throwKept() throws { try graph.throwKept() }

    /// Warns in the log if a unit of work has ended with changes that it should have saved.
    package func noteForgottenSave() {
        if saves.options.saves == .write, hasChanges {
            coordinator.forgottenSaves.note { GraphChanges(graph: graph).summary }
        }
    }

    /// Ends all sessions and detaches all objects; later calls throw ``GranaryError/Code/closed``.
    package func close() {
        discardAll()
        access.close()
        // So that the next lookup of a model notices.
        graph.forgetLastTable()
        merger.unregister()
    }

    /// Changes to the stores that are open now, if others were open at its last operation.
    ///
    /// Sessions end. Objects and unsaved changes stay if the same store still holds their entity. Otherwise they are
    /// detached, since they do not belong to the new store.
    ///
    /// - Throws: ``GranaryError/Code/closed``, ``GranaryError/Code/suspended`` or ``GranaryError/Code/destroyed``.
    package func followStores() throws { try access.operating {} }

    /// Carries out a body during which no store is closed.
    ///
    /// - Throws: as ``followStores()``, and what the body throws.
    package func holdingStores<R>(_ body: () throws -> R) throws -> R { try access.operating(body) }

    /// Whether others have saved something that this context has not merged yet.
    package var hasNews: Bool { merger.hasNews }
    /// Merges what others saved.
    package func mergeChanges() throws { try merger.mergeChanges() }
    /// Merges what others saved, without a caller to report errors to; the next query repeats what failed.
    package func mergeChangesUnattended() { merger.mergeChangesUnattended() }

    /// Begins a new snapshot in every store and merges what others changed meanwhile.
    package func beginSnapshot() throws { try access.beginSnapshot() }

    /// Whether any model of the schema has hooks; otherwise saves do not look for them.
    package var looksForHooks: Bool { saves.looksForHooks }

    /// Whether comparing all unsaved objects finds the same open step to undo as comparing only the noted ones.
    package var hasNotedEveryChange: Bool { undoHistory.hasNotedEveryChange }
}

// MARK: Objects and changes

extension ManagedContext {
    /// The schema of the stack.
    public var schema: Schema { graph.schema }
    /// The graph of the context's objects.
    @inlinable public var _graph: ObjectGraph? { graph }
    /// The numbers of this context's requests to its stores, and of its writes, so far.
    public var statistics: ContextStatistics { access.statistics }
    /// Whether a save would write anything.
    public var hasChanges: Bool { graph.hasChanges }
    /// What the next save writes: the objects, and the properties of each.
    public var changes: any ContextChanges { GraphChanges(graph: graph) }

    /// Inserts a new object and every object reachable from it: all of them, or none if one cannot be inserted.
    public func insert<M: Model>(_ object: M) throws { try graph.insert(object) }
    /// Marks an object deleted and applies the delete rules of its relationships; an object that others turn out to
    /// have deleted leaves the context at once.
    public func delete<M: Model>(_ object: M) throws { try graph.delete(object) }
    /// The object with an identity, from this context if it is loaded, else from its store.
    public func object<M: Model>(_ id: ObjectID<M>) throws -> M? { try M.object(with: id.key, in: graph) }
    /// Requires that a stored object, though unchanged here, is still the same when the next save commits.
    public func require<M: Model>(unchanged object: M) { graph.require(unchanged: object) }

    /// Writes all changes, atomically per store; unless it is partial, a failed save leaves them as they were.
    public func save() throws { try saves.save() }
    /// Writes all changes into the parent, or through every parent to the stores; a failure leaves every level as it
    /// was.
    public func save(upTo extent: SaveExtent) throws { try saves.save(by: saves.policy, upTo: extent) }
    /// Writes all changes as ``save()`` does, and commits them on a thread of the stack while the context goes on.
    public nonisolated(nonsending) func saveInBackground() async throws { try await saves.saveInBackground() }
    /// Whether a save in the background is under way.
    package var isSavingInBackground: Bool { saves.turns.isTaken }
    /// Waits until no save in the background is under way.
    package nonisolated(nonsending) func passedSaving() async { await saves.turns.passed() }
    /// Saves by another merge policy than that of the options.
    package func save(by policy: MergePolicy) throws { try saves.save(by: policy) }
    /// Settles an object in conflict as the program has decided, so that the next save writes it.
    public func resolve(_ conflict: SaveConflict, with decision: ConflictResolution) throws {
        // An applied snapshot is in conflict with this context; the stores have no part in it.
        if conflict.isOfSnapshot { return try resolveSnapshot(conflict, with: decision) }
        try saves.resolve(conflict, with: decision)
    }
    /// Discards every change since the last save, errors that were kept, and the steps that could be undone.
    public func rollback() { saves.rollback() }
    /// Reads an object again from its store, in a new snapshot; its unsaved changes are lost, unless the store cannot
    /// be read.
    public func refresh<M: Model>(_ object: M) throws { try saves.refresh(object) }
    /// Begins a new snapshot and reads every loaded, unchanged object again.
    public func refreshAll() throws { try merger.refreshAll() }
    /// Detaches all objects and discards all changes.
    public func reset() { if saves.mayDiscard("reset its context") { discardAll() } }

    private func discardAll() {
        // Before, or steps would hold objects that the map releases; after, since leaving the context may be recorded.
        undoHistory.forgetSteps()
        graph.reset()
        undoHistory.forgetSteps()
    }
}

// MARK: Queries

extension ManagedContext {
    /// The objects of a query, in its order; unsaved changes of this context count.
    public func fetch<M: Model>(_ query: Query<M>) throws -> [M] { try queries.fetch(query) }
    /// The objects of a query, except those whose rows cannot be read.
    public func fetch<M: Model>(
        _ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void
    ) throws -> [M] { try queries.fetch(query, skippingMalformed: report) }
    /// The objects with these identities that exist, in the order of their keys.
    public func objects<M: Model>(_ ids: some Sequence<ObjectID<M>>) throws -> [M] {
        try queries.objects(M.self, with: Set(ids.map(\.key.objectKey)).sorted())
    }
    /// How many objects a query yields.
    public func count<M: Model>(_ query: Query<M>) throws -> Int { try queries.count(query) }
    /// Passes the objects of a query to a closure, one after the other, until it returns false; memory stays constant.
    public func stream<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws {
        try queries.stream(query, body)
    }
    /// Passes the objects of a query to a closure, except those whose rows cannot be read.
    public func stream<M: Model>(
        _ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void, _ body: (M) throws -> Bool
    ) throws { try queries.stream(query, skippingMalformed: report, body) }
    /// The rows of stored values that a query yields, with columns described as data.
    public func select<M: Model>(_ query: Query<M>, columns: ResultColumns) throws -> [[Value]] {
        switch columns {
        case .expressions(let expressions): try queries.project(query, expressions)
        case .groups(let grouping): try queries.aggregate(query, grouping)
        }
    }
    /// The rows of a query in the engine's own language, put to the store of a model.
    public func native<M: Model>(_ query: NativeQuery, from model: M.Type, kinds: [AttributeType]) throws
        -> [[Value]]
    { try queries.native(query, from: model, kinds: kinds) }
    /// How the context would answer a query.
    public func explain<M: Model>(_ query: Query<M>) throws -> QueryPlan { try queries.explain(query) }
}

// MARK: Undoing and batches

extension ManagedContext {
    /// How this context's saves resolve conflicts.
    public var _mergePolicy: MergePolicy { saves.options.mergePolicy }
    /// The steps that can be undone and redone.
    public var history: any ContextHistory {
        UndoRunner(
            graph: graph, history: undoHistory, readOutdated: merger.readOutdated,
            requireIdle: saves.requireKeepingChanges)
    }

    /// Changes every object of a query at once, in one atomic commit, and returns their number.
    @discardableResult
    public func updateAll<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> Int {
        try batches.updateAll(query, assigning: assignments)
    }
    /// Deletes every object of a query at once, in one atomic commit, and returns their number.
    @discardableResult
    public func deleteAll<M: Model>(_ query: Query<M>) throws -> Int { try batches.deleteAll(query) }
    /// Gives the rows of a query the values of assignments where they have none, in one atomic commit.
    package func fill<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws
        -> FilledRows
    { try batches.fill(query, assigning: assignments) }
}
