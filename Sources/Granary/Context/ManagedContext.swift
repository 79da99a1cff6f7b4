/// The context that ships: an identity map and a unit of work over the stores of a stack.
///
/// It wires up what does the work, and hands each call to it: an object graph knows the objects, others load them,
/// answer queries, save, merge and undo.
///
/// Not `Sendable`: it belongs to the unit of work, actor or thread that has it.
public final class ManagedContext: Context {
    /// The stores of the context, or the parent in their place.
    package let access: StoreAccess
    /// The objects of the context, and what is unsaved of them.
    @usableFromInline package let graph: ObjectGraph
    /// The objects of the context that this one reads from and saves to, when it is a child.
    package let parent: ObjectGraph?
    private let loader: ObjectLoader
    private let merger: ChangeMerger
    private let history: UndoHistory
    private let saves: SaveRunner

    /// Makes a context without objects; sessions are made at first use.
    package convenience init(
        coordinator: StoreCoordinator, options: ContextOptions, inbox: SaveInbox = SaveInbox(),
        cancellation: Cancellation? = nil
    ) {
        self.init(coordinator, options, inbox, cancellation, parent: nil)
    }

    /// Makes a context that reads from another one, and saves to it.
    package convenience init(
        options: ContextOptions, inbox: SaveInbox = SaveInbox(), parent: ManagedContext
    ) {
        self.init(
            parent.coordinator, options, inbox, nil, parent: ParentStore(parent.queries, parent.saves))
    }

    private init(
        _ coordinator: StoreCoordinator, _ options: ContextOptions, _ inbox: SaveInbox,
        _ cancellation: Cancellation?, parent: ParentStore?
    ) {
        self.parent = parent?.graph
        access = StoreAccess(
            coordinator, readsNewest: options.readsNewest, cancellation: cancellation, parent: parent)
        let tables = ObjectTables(coordinator.schema)
        let keys = KeyAssigner(
            access, tables, parent: parent?.graph.keys, writes: options.saves == .write)
        graph = ObjectGraph(access, tables, keys, loadsStrictly: options.strictLoading)
        loader = ObjectLoader(graph)
        history = UndoHistory(graph)
        merger = ChangeMerger(inbox, loader, history)
        saves = SaveRunner(merger, options, parent: parent?.saves)
        graph.loader = loader
        access.follower = merger
        parent?.serve(graph, saves)
        if options.mergesChanges { coordinator.broadcaster.register(inbox) }
    }

    private var queries: QueryRunner { QueryRunner(merger) }
    private var undoing: UndoRunner {
        UndoRunner(graph: graph, history: history, readOutdated: merger.readOutdated)
    }
    private var batches: BatchRunner { BatchRunner(saves: saves, queries: queries) }

    /// Makes a context that reads from this one, with its unsaved changes, and saves to it.
    public func makeChild(_ options: ContextOptions = .child) -> any Context {
        ManagedContext(options: options, parent: self)
    }
}

// MARK: Life

extension ManagedContext {
    /// The open stores.
    package var coordinator: StoreCoordinator { access.coordinator }

    /// Whether a unit of work that ended with an error may succeed in another context: in a new snapshot, where it
    /// sees what others have saved.
    package func mayPassWhenRepeated(_ error: GranaryError) -> Bool {
        if saves.saveCount > 0 { return false }
        // Another one that has the key or the value may have saved it after this snapshot began.
        return error.code.isRetryable || error.code == .constraint && saves.hasMetTakenValue
    }

    /// Throws the error that was kept because it could not be thrown where it happened, if any.
    package func throwKept() throws { try graph.throwKept() }

    /// Ends the conversation with every store, detaches all objects; what uses the context afterwards throws
    /// ``GranaryError/Code/closed``.
    package func close() {
        reset()
        access.close()
        // The next look-up of a model finds out.
        graph.forgetLastTable()
        merger.unregister()
    }

    /// Goes on with other stores, after some were attached or detached.
    ///
    /// Sessions end. Objects and unsaved changes stay where the same store still holds their entity; where
    /// another one does, or none, they are let go of, since they are not that store's.
    package func changeStores(_ coordinator: StoreCoordinator) {
        access.endSessions()
        let strangers = graph.tables.filter {
            access.coordinator.identifier(ofStoreOf: $0.entity)
                != coordinator.identifier(ofStoreOf: $0.entity)
        }
        access.change(to: coordinator)
        if !strangers.isEmpty {
            graph.detachAll(in: strangers)
            history.forgetSteps()
        }
        graph.keys.claimAgain()
        for table in graph.tables { table.forgetAbsent() }
    }

    /// Whether others have saved something that was not merged yet.
    package var hasNews: Bool { merger.hasNews }
    /// Merges what others saved.
    package func mergeChanges() throws { try merger.mergeChanges() }
    /// Merges what others saved where no caller waits for it; what fails is tried again before the next query.
    package func mergeChangesUnattended() { merger.mergeChangesUnattended() }

    /// Begins a new snapshot in every store and merges what others changed meanwhile.
    package func beginSnapshot() throws { try access.beginSnapshot() }

    /// Whether comparing everything that is unsaved finds the same open step to undo as comparing what was noted.
    package var hasNotedEveryChange: Bool { history.hasNotedEveryChange }
}

// MARK: Objects and changes

extension ManagedContext {
    /// The schema of the stack.
    public var schema: Schema { graph.schema }
    /// What this context has asked of its stores so far.
    public var statistics: ContextStatistics { access.statistics }
    /// Whether a save would write anything.
    public var hasChanges: Bool { graph.hasChanges }
    /// The objects that the next save inserts.
    public var insertedObjects: [any Model] { graph.touched(in: .inserted) }
    /// The stored objects that the next save changes.
    public var updatedObjects: [any Model] { graph.touched(in: .stored) }
    /// The objects that the next save deletes.
    public var deletedObjects: [any Model] { graph.touched(in: .deleted) }

    /// Inserts a new object, and every object that can be reached from it: all of them, or none when one cannot
    /// be inserted.
    public func insert<M: Model>(_ object: M) throws { try graph.insert(object) }
    /// Marks an object deleted and carries out the delete rules of its relationships; one that others turn out to have
    /// deleted leaves the context at once.
    public func delete<M: Model>(_ object: M) throws { try graph.delete(object) }
    /// The object with an identity, from this context if it is loaded, else from its store.
    public func object<M: Model>(_ id: ObjectID<M>) throws -> M? { try M.object(with: id.key, in: graph) }
    /// The names of the stored properties of an object that the next save writes.
    public func changedProperties<M: Model>(of object: M) -> [String] { graph.changedProperties(of: object) }
    /// The stored properties of an object as they were last read or saved.
    public func savedSnapshot<M: Model>(of object: M) -> M.Snapshot? { graph.savedSnapshot(of: object) }
    /// Requires that a stored object is as it is now when the next save commits, though it is not changed.
    public func require<M: Model>(unchanged object: M) { graph.require(unchanged: object) }

    /// Writes all changes, atomically per store; a failed save leaves them as they were, but for a partial one.
    public func save() throws { try saves.save() }
    /// Saves by another merge policy than that of the options.
    package func save(by policy: MergePolicy) throws { try saves.save(by: policy) }
    /// Undoes every change since the last save, and forgets errors that were kept and steps that could be undone.
    public func rollback() { merger.rollback() }
    /// Reads an object again from its store, in a new snapshot; its unsaved changes are lost, but stay when the store
    /// cannot be read.
    public func refresh<M: Model>(_ object: M) throws { try merger.refresh(object) }
    /// Begins a new snapshot and reads every loaded, unchanged object again.
    public func refreshAll() throws { try merger.refreshAll() }
    /// Lets go of all objects and changes; objects the program still holds are detached.
    public func reset() {
        history.forgetSteps()
        graph.reset()
    }
}

// MARK: Queries

extension ManagedContext {
    /// The objects a query describes, in its order; unsaved changes of this context count.
    public func fetch<M: Model>(_ query: Query<M>) throws -> [M] { try queries.fetch(query) }
    /// The objects a query describes, except those whose rows cannot be read.
    public func fetch<M: Model>(
        _ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void
    ) throws -> [M] { try queries.fetch(query, skippingMalformed: report) }
    /// The objects with some keys that exist, in the order of the keys.
    func objects<M: Model>(_ type: M.Type, with keys: [ObjectKey]) throws -> [M] {
        try queries.objects(type, with: keys)
    }
    /// How many objects a query describes.
    public func count<M: Model>(_ query: Query<M>) throws -> Int { try queries.count(query) }
    /// Hands the objects of a query to a closure one after the other, in constant memory, until it returns
    /// false.
    public func stream<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws {
        try queries.stream(query, body)
    }
    /// Hands over the objects of a query except those whose rows cannot be read.
    public func stream<M: Model>(
        _ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void, _ body: (M) throws -> Bool
    ) throws { try queries.stream(query, skippingMalformed: report, body) }
    /// Computes aggregates over the objects of a query: rows of stored values.
    public func aggregate<M: Model>(_ query: Query<M>, _ grouping: Grouping) throws -> [[Value]] {
        try queries.aggregate(query, grouping)
    }
    /// The values of expressions for each object of a query, in its order.
    public func project<M: Model>(_ query: Query<M>, _ expressions: [ExpressionTree]) throws -> [[Value]] {
        try queries.project(query, expressions)
    }
    /// Asks the store of a model in its engine's own language; the rows as values of some kinds.
    public func native<M: Model>(_ query: NativeQuery, from model: M.Type, kinds: [AttributeType]) throws
        -> [[Value]]
    { try queries.native(query, from: model, kinds: kinds) }
    /// How the query would be answered.
    public func explain<M: Model>(_ query: Query<M>) throws -> QueryPlan { try queries.explain(query) }
}

// MARK: Undoing and batches

extension ManagedContext {
    /// How many steps can be undone; 0, the default, keeps no history.
    public var undoLevels: Int {
        get { history.levels }
        set { history.levels = newValue }
    }
    /// Whether there is a step to undo.
    public var canUndo: Bool { history.canUndo }
    /// Whether there is a step to do again.
    public var canRedo: Bool { history.canRedo }
    /// Takes the last step back: insertions, deletions and changes of properties and relationships; false
    /// when there is none.
    @discardableResult
    public func undo() throws -> Bool { try undoing.undo() }
    /// Does the step again that was undone last; false when there is none, or when something has changed
    /// since.
    @discardableResult
    public func redo() throws -> Bool { try undoing.redo() }
    /// Begins a step: what is changed until ``endUndoStep()`` is undone together.
    public func beginUndoStep() throws { history.begin() }
    /// Ends a step; outside of ``beginUndoStep()``, makes one of what has changed since the last.
    public func endUndoStep() throws { history.end() }

    /// Changes every object of a query at once, in one atomic commit, and returns how many there were.
    @discardableResult
    public func updateAll<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> Int {
        try batches.updateAll(query, assigning: assignments)
    }
    /// Deletes every object of a query at once, in one atomic commit, and returns how many there were.
    @discardableResult
    public func deleteAll<M: Model>(_ query: Query<M>) throws -> Int { try batches.deleteAll(query) }
}
