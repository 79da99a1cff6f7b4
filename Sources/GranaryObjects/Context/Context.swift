/// A unit of work: it holds one object for each row it has loaded, tracks changes, and saves them together.
///
/// Calls are synchronous. A context belongs to the code that runs it: the closure of `stack.perform { context in … }`,
/// the main actor for `mainContext`, an actor for `makeContext`. Neither a context nor its objects can be sent
/// elsewhere.
///
/// It only connects the parts that do the work and passes each call on. The object graph knows the objects; other parts
/// load them, answer queries, save, merge and undo.
public final class Context {
    /// The stores of the context, or its parent.
    package let access: StoreAccess
    /// The objects of the context, and their unsaved changes.
    @usableFromInline package let graph: ObjectGraph
    /// The context that this one reads from and saves to, when it is a child.
    package let parent: Context?
    let loader: ObjectLoader
    let merger: ChangeMerger
    let undoHistory: UndoHistory
    let saves: SaveRunner
    /// Finds the objects of the graph; a look-up through the graph would retain both.
    @usableFromInline let lookup: ObjectLookup

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
        options: ContextOptions, inbox: SaveInbox = SaveInbox(), parent: Context
    ) {
        let access = StoreAccess(
            parent.access, readsNewest: options.readsNewest, measuresTime: options.measuresTime)
        self.init(access, options, inbox, parent: parent)
        access.makeParentSession = { [weak graph] in ParentSession(parent, of: graph) }
    }

    private init(_ access: StoreAccess, _ options: ContextOptions, _ inbox: SaveInbox, parent: Context?) {
        let tables = ObjectTables(access.coordinator.schema, areOfChild: parent != nil)
        let keys = KeyAssigner(
            access, tables, parent: parent?.graph.lookup.keys, writes: options.saves == .write)
        self.access = access
        self.parent = parent
        lookup = ObjectLookup(access, tables, keys, loadsStrictly: options.strictLoading)
        graph = ObjectGraph(lookup)
        undoHistory = UndoHistory(graph)
        loader = ObjectLoader(graph)
        merger = ChangeMerger(inbox, loader, undoHistory, parent: parent?.merger)
        saves = SaveRunner(merger, options)
        lookup.loader = loader
        access.follower = merger
        loader.context = self
        if options.mergesChanges { merger.register() }
    }

    deinit { loader.context = nil }

    var queries: QueryRunner { QueryRunner(merger) }
    var batches: BatchRunner { BatchRunner(context: self, queries: queries) }

    /// Makes a context that reads from this one, with its unsaved changes, and saves to it.
    ///
    /// A child belongs to the same code as this context. A child's save changes this context's objects. This context's
    /// next save writes them to the stores; with ``ContextOptions/savesThroughParent``, the child's save does.
    public func makeChild(_ options: ContextOptions) -> Context {
        Context(options: options, parent: self)
    }

    /// Makes a child whose conflicts with this context are settled in favour of the child.
    public func makeChild() -> Context { makeChild(.child) }
}

// MARK: Objects and changes

extension Context {
    /// The schema of the stack.
    public var schema: Schema { graph.schema }
    /// How many requests this context has sent to its stores, and how many rows it has read and written; zeros if it
    /// does not count.
    public var statistics: ContextStatistics { access.statistics }
    /// Whether a save would write anything.
    public var hasChanges: Bool { graph.hasChanges }
    /// What the next save writes: the objects, and the properties of each.
    public var changes: ContextChanges { ContextChanges(graph: graph) }

    /// Inserts a new object and every object reachable from it; their keys are final afterwards.
    ///
    /// - Throws: when a key cannot be reserved, or another object with the key is in the context.
    public func insert<M: Model>(_ object: M) throws { try graph.insert(object) }
    /// Marks an object deleted and applies the delete rules of its relationships.
    ///
    /// - Throws: when objects affected by a rule cannot be loaded.
    public func delete<M: Model>(_ object: M) throws { try graph.deleteRules.delete(object) }
    /// The object with an identity, from this context if loaded, else from its store; `nil` if it does not exist.
    public func object<M: Model>(_ id: ObjectID<M>) throws -> M? { try M._object(with: id.key, in: graph) }
    /// Requires that a stored object, though unchanged here, is still the same when the next save commits; no merge
    /// policy waives it, nor does merging the saves of others.
    ///
    /// If the object has changed in its store, the save fails with ``GranaryError/Code/conflict``, under every merge
    /// policy. In a child the parent's next save requires it too. For an object of another context, the next save
    /// throws ``GranaryError/Code/invalidObject``.
    public func require<M: Model>(unchanged object: M) { graph.require(unchanged: object) }

    /// Writes all changes, atomically per store; a failed save leaves them as they were.
    ///
    /// After ``GranaryError/Code/partialSave`` some stores have saved their part: reset the context, and apply the rest
    /// again.
    ///
    /// When a store refuses the save, the context moves to the present state of its stores: queries, unchanged objects
    /// and lists together. References to rows that others have deleted are removed from its changes.
    ///
    /// The hooks of the objects to write are called first, and then their rules are checked.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` with base, mine and theirs; ``GranaryError/Code/constraint`` naming
    ///   entity and properties; ``GranaryError/Code/validation`` with every rule that is broken; any error from a hook;
    ///   ``GranaryError/Code/invalidValue``; ``GranaryError/Code/partialSave``; an error that was kept; the engine's
    ///   errors.
    public func save() throws { try Save(self).run() }
    /// What the last save gave up of this context's edits because others had changed the same objects: in which objects,
    /// and with base, mine and theirs.
    ///
    /// With ``MergePolicy/storeWins``, the policy of the main context, or another one that prefers the others, a save
    /// succeeds and leaves such edits out; a form can show them, and offer to make them again. ``SaveConflict/givenUp`` has
    /// the properties. Empty if nothing was given up. The log gets a notice too, once a minute at most. Edits of a child
    /// that a save through its parent gives up are the parent's.
    public var givenUp: [SaveConflict] { saves.givenUp }
    /// Writes all changes into the parent or to the stores, even if the options do not save through the parent.
    ///
    /// A failure at any level leaves every level unchanged, except for conflicts that the merge policy had already
    /// settled. In a context without a parent both are ``save()``.
    ///
    /// - Throws: as ``save()``.
    public func save(upTo extent: SaveExtent) throws { try Save(self, upTo: extent).run() }
    /// Writes all changes as ``save()`` does, and commits them on a thread of the stack: the caller's actor does not
    /// wait for the disk.
    ///
    /// Hooks, rules and delete rules run before it returns to the actor; then the changes are passed on as values.
    /// Edits made during the commit belong to the next save, and their last saved values are those passed on.
    /// ``rollback()`` gives up only such edits. A second call waits for the first; ``save()``, batches and
    /// ``refresh(_:)`` of an object being written throw ``GranaryError/Code/invalidObject`` until the commit ends.
    /// Conflicts are settled as in ``save()``, and a save that is repeated because of one includes the edits made
    /// during the commit. If the stack is suspended after the call, the commit waits; a call while it is suspended
    /// throws ``GranaryError/Code/suspended``.
    ///
    /// A child saves into its parent at once. If its saves go through the parent, the parent is then saved in the
    /// background; if that fails or is cancelled, the changes stay unsaved in the parent. A root context returns them
    /// to the child.
    ///
    /// The commit takes a session of each store in addition to the one that the context reads with.
    ///
    /// - Throws: as ``save()``: everything is then unsaved, with the edits made during the commit.
    ///   ``GranaryError/Code/cancelled`` if the task is cancelled before the commit; nothing is written then. Once the
    ///   changes are committed, cancelling has no effect. ``GranaryError/Code/conflict`` or
    ///   ``GranaryError/Code/closed`` if objects whose changes could not be written left the context during the save;
    ///   these changes are lost.
    public nonisolated(nonsending) func saveInBackground() async throws {
        try await saves.saveInBackground(self)
    }
    /// Whether a save in the background is under way.
    package var isSavingInBackground: Bool { saves.queue.isSaving }
    /// Waits until no save in the background is under way.
    package nonisolated(nonsending) func passedSaving() async { await saves.queue.untilEmpty() }
    /// Saves by another merge policy than that of the options.
    package func save(by policy: MergePolicy) throws { try Save(self, by: policy).run() }
    /// Settles an object in conflict as the program has decided, so that the next save writes it; the policy stays as
    /// it is.
    ///
    /// The conflict is one of the ``GranaryError/conflicts`` that a save has thrown. The decision combines mine, in its
    /// current state, with theirs, as the conflict shows it. Or it is one that ``apply(_:base:policy:)`` has thrown:
    /// then mine is the snapshot, and theirs the object in this context, which must not have changed since.
    ///
    /// With ``ConflictResolution/mine``, attributes that both have changed and that have a merge rule are merged by it.
    /// An object that is gone is inserted again by `mine`, and has left the context after `theirs`. If others have
    /// changed the object again since a save threw the conflict, the next save reports another conflict. `theirs` of an
    /// object that this context has deleted also reverts the deletion's changes to other objects, and so may leave a
    /// conflict about one of them with nothing to resolve.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` if the conflict stays open: for ``ConflictResolution/error``, and for
    ///   values of an object that one side has deleted; and for an applied snapshot whose object has changed since,
    ///   with the current conflict. ``GranaryError/Code/invalidObject`` if a save has thrown the conflict and this
    ///   context has no unsaved change of the object; ``GranaryError/Code/query`` for a name that the entity does not
    ///   have. Nothing has changed then.
    public func resolve(_ conflict: SaveConflict, with decision: ConflictResolution) throws {
        // An applied snapshot is in conflict with this context; the stores have no part in it.
        if conflict.isOfSnapshot { return try resolveSnapshot(conflict, with: decision) }
        try saves.resolve(conflict, with: decision)
    }
    /// Settles an object in conflict by the decision of a closure, which gets base, mine and theirs.
    ///
    /// - Throws: as ``resolve(_:with:)``, and any error from the closure.
    public func resolve(
        _ conflict: SaveConflict, with decide: (SaveConflict) throws -> ConflictResolution
    ) throws { try resolve(conflict, with: try decide(conflict)) }
    /// Discards every change since the last save, and errors that were kept.
    ///
    /// The context also reloads objects that others have saved and that its own changes kept from being reloaded. So
    /// work that ended in a conflict can be repeated. Objects that cannot be read now are read by the next query.
    public func rollback() { saves.rollback() }
    /// Reads an object again from its store, in a new snapshot; its unsaved changes are lost.
    ///
    /// Unsaved pairs of many-to-many relationships stay. If the store cannot be read, nothing changes. An object
    /// that its store no longer has is detached.
    ///
    /// Inside ``stream(_:_:)`` it throws, since a new snapshot would end the rows being read.
    public func refresh<M: Model>(_ object: M) throws { try saves.refresh(object) }
    /// Begins a new snapshot and reads every loaded, unchanged object again.
    ///
    /// Inside ``stream(_:_:)`` it throws, as ``refresh(_:)`` does.
    public func refreshAll() throws { try merger.refreshAll() }
    /// Detaches all objects and discards all changes.
    ///
    /// A detached object keeps its values. Its relationships read as empty, which `PersistentStack.errors` and the log
    /// report, and changes to it are not saved. Fetch it again by its ``Model/objectID``.
    public func reset() { if saves.mayDiscard("reset its context") { discardAll() } }

    func discardAll() {
        // Once before, or steps would hold objects that the map releases; once after, since leaving the context may be
        // recorded.
        undoHistory.discardSteps()
        graph.reset()
        undoHistory.discardSteps()
    }

    /// The steps that can be undone and redone.
    public var history: ContextHistory {
        ContextHistory(
            graph: graph, history: undoHistory, readOutdated: merger.readOutdated,
            requireIdle: saves.requireKeepingChanges)
    }
}
