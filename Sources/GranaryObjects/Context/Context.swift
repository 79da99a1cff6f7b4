/// A unit of work: it holds one object for each row it has loaded, tracks changes, and saves them together.
///
/// Calls are synchronous. A context belongs to the code that runs it: the closure of `stack.perform { context in … }`,
/// the main actor for `mainContext`, an actor for `makeContext`. Neither a context nor its objects can be sent
/// elsewhere.
///
/// ``ManagedContext`` is the implementation that ships. A type of your own can wrap it: to check, count or refuse
/// calls. It implements the first part of this protocol, which every context supports. The second part has defaults:
/// those that follow from the first part, and for other abilities the error ``GranaryError/Code/unsupported``.
public protocol Context: AnyObject {
    /// The schema of the stack.
    var schema: Schema { get }

    // MARK: Objects

    /// Inserts a new object and every object reachable from it; their keys are final afterwards.
    ///
    /// - Throws: when a key cannot be reserved, or another object with the key is in the context.
    func insert<M: Model>(_ object: M) throws
    /// Marks an object deleted and applies the delete rules of its relationships.
    ///
    /// - Throws: when objects affected by a rule cannot be loaded.
    func delete<M: Model>(_ object: M) throws
    /// The object with an identity, from this context if it is loaded, else from its store; `nil` if it does not exist.
    func object<M: Model>(_ id: ObjectID<M>) throws -> M?

    // MARK: Queries

    /// The objects of a query, in its order; unsaved changes of this context count.
    func fetch<M: Model>(_ query: Query<M>) throws -> [M]
    /// The rows of stored values that a query yields, with columns described as data.
    ///
    /// `select`, `distinct`, `grouped` and the single aggregates with closures call it; programs call those.
    func select<M: Model>(_ query: Query<M>, columns: ResultColumns) throws -> [[Value]]

    // MARK: Changes

    /// Whether a save would write anything.
    var hasChanges: Bool { get }
    /// What the next save writes: the objects, and the properties of each.
    var changes: any ContextChanges { get }

    /// Writes all changes, atomically per store; a failed save leaves them as they were.
    ///
    /// After ``GranaryError/Code/partialSave`` some stores have their part: reset the context, and apply the
    /// rest again.
    ///
    /// When a store refuses the save, the context moves to the present state of its stores: queries, unchanged objects
    /// and lists together. References to rows that others have deleted are removed from its changes.
    ///
    /// The hooks of the objects to write are called first, and then their rules are checked.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` with base, mine and theirs; ``GranaryError/Code/constraint`` naming
    ///   entity and properties; ``GranaryError/Code/validation`` with every rule that is broken; what a hook throws;
    ///   ``GranaryError/Code/invalidValue``; ``GranaryError/Code/partialSave``; an error that was kept; the engine's
    ///   errors.
    func save() throws
    /// Writes all changes into the parent or to the stores, whatever the options say of saving through the parent.
    ///
    /// A failure at any level leaves every level as it was, apart from conflicts that the merge policy had settled
    /// before. In a context without a parent both are ``save()``.
    ///
    /// - Throws: as ``save()``.
    func save(upTo extent: SaveExtent) throws
    /// Discards every change since the last save, and errors that were kept.
    ///
    /// The context reads objects again that others have saved meanwhile but that its own changes held back. So work
    /// that ended in a conflict can be repeated. Objects that cannot be read now are read by the next query.
    func rollback()
    /// Reads an object again from its store, in a new snapshot; its unsaved changes are lost.
    ///
    /// Unsaved pairs of many-to-many relationships stay. If the store cannot be read, nothing changes. An object
    /// that its store no longer has is detached.
    ///
    /// Inside ``stream(_:_:)`` it throws, since a new snapshot would end the rows being read.
    func refresh<M: Model>(_ object: M) throws
    /// Begins a new snapshot and reads every loaded, unchanged object again.
    ///
    /// Inside ``stream(_:_:)`` it throws, as ``refresh(_:)`` does.
    func refreshAll() throws
    /// Detaches all objects and discards all changes.
    ///
    /// A detached object keeps its values. Its relationships that were not loaded read as empty, and
    /// changes to it are not saved. Fetch it again by its ``Model/objectID``.
    func reset()
    /// Requires that a stored object, though unchanged here, is still the same when the next save commits; no
    /// merge policy waives it, nor does merging what others saved.
    ///
    /// If the object has changed in its store, the save fails with ``GranaryError/Code/conflict``, whatever the merge
    /// policy. In a child the parent's next save requires it too. For an object of another context, the next save
    /// throws ``GranaryError/Code/invalidObject``.
    func require<M: Model>(unchanged object: M)

    /// Makes a context that reads from this one, with its unsaved changes, and saves to it.
    ///
    /// A child belongs to the same code as this context. A child's save changes this context's objects. This context's
    /// next save writes them to the stores; with ``ContextOptions/savesThroughParent``, the child's save does.
    func makeChild(_ options: ContextOptions) -> any Context

    // MARK: - What follows from the above

    /// The objects with these identities that exist, in the order of their keys.
    func objects<M: Model>(_ ids: some Sequence<ObjectID<M>>) throws -> [M]
    /// How many objects a query yields.
    func count<M: Model>(_ query: Query<M>) throws -> Int
    /// Passes the objects of a query to a closure, one after the other, until it returns false.
    ///
    /// Memory stays constant: objects that the closure neither keeps nor changes are released.
    ///
    /// The closure sees the snapshot of the start, in everything it reads; changes it makes wait for the next save.
    /// Saves and refreshes throw inside the closure. All objects are fetched first where unsaved changes matter to the
    /// query, where the store leaves sorting to the core, and where it leaves a condition that follows relationships;
    /// ``explain(_:)`` tells. The default fetches all objects first.
    func stream<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws

    // MARK: - What some contexts can do

    /// The objects of a query, in its order, except those whose rows cannot be read.
    ///
    /// For stores that other programs or older versions wrote to: there, one unreadable row fails the whole
    /// ``fetch(_:)``. `report` gets an error for each unreadable row, with ``GranaryError/Context/entity``,
    /// ``GranaryError/Context/key`` where that can be read, and ``GranaryError/Context/properties``; an error that it
    /// throws ends the fetch. Offset and limit count skipped rows where the store applies them. A child's rows are read
    /// by its parent, for which an unreadable row is an error.
    ///
    /// - Throws: As ``fetch(_:)``, but not ``GranaryError/Code/malformed`` for rows of the query's own entity.
    func fetch<M: Model>(_ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void) throws
        -> [M]
    /// Passes objects to a closure as ``stream(_:_:)`` does, except those whose rows cannot be read.
    ///
    /// `report` gets an error for each of those, as in ``fetch(_:skippingMalformed:)``; an error that it throws ends
    /// the stream.
    func stream<M: Model>(
        _ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void, _ body: (M) throws -> Bool
    ) throws
    /// The rows of a query in the engine's own language, put to the store of a model; the columns hold values of the
    /// given types.
    func native<M: Model>(_ query: NativeQuery, from model: M.Type, kinds: [AttributeType]) throws
        -> [[Value]]
    /// How the context would answer a query.
    func explain<M: Model>(_ query: Query<M>) throws -> QueryPlan

    /// Changes every object of a query at once, in one atomic commit, and returns their number.
    ///
    /// It commits immediately, without a save, and needs a context without unsaved changes. If others change rows
    /// meanwhile, it checks those again. Objects of this context are read again, other contexts are notified, and the
    /// requirements of ``require(unchanged:)`` are checked. Nothing is written for objects that have the values already;
    /// they count. It makes no objects: memory grows only with the keys and new values of the rows. In a child the
    /// objects of the parent change. Rules of the model are checked, and no hooks are called.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` when there are unsaved changes or a stream is open;
    ///   ``GranaryError/Code/query`` for a primary key, and for a property set twice; ``GranaryError/Code/constraint``;
    ///   ``GranaryError/Code/validation``; the errors of a save. Nothing is written then.
    @discardableResult
    func updateAll<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> Int
    /// Deletes every object of a query at once, in one atomic commit, and returns their number.
    ///
    /// Delete rules apply as in ``delete(_:)``; the objects they reach are in the same commit and do not count. Objects
    /// are loaded only where the model has rules that concern other objects. Everything else is as in
    /// ``updateAll(_:assigning:)``.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` when there are unsaved changes or a stream is open;
    ///   ``GranaryError/Code/constraint`` when a rule denies it; the errors of a save. Nothing is written then.
    @discardableResult
    func deleteAll<M: Model>(_ query: Query<M>) throws -> Int

    /// Writes all changes as ``save()`` does, and commits them on a thread of the stack: the caller's actor does not
    /// wait for the disk.
    ///
    /// Hooks, rules and delete rules run before it returns to the actor; then the changes are handed over as values.
    /// What is edited while they are committed belongs to the next save, and its last saved values are those handed
    /// over. ``rollback()`` gives up only such edits. A second call waits for the first; ``save()``, batches and
    /// ``refresh(_:)`` of an object being written throw ``GranaryError/Code/invalidObject`` meanwhile. Conflicts are
    /// settled as in ``save()``, and a save that is repeated because of one takes up what was edited meanwhile. If the
    /// stack is suspended after the call, the commit waits; a call while it is suspended throws
    /// ``GranaryError/Code/suspended``.
    ///
    /// A child saves into its parent at once. If its saves go through the parent, the parent is then saved in the
    /// background; when that fails or is cancelled, the changes stay unsaved in the parent. A root context gives them
    /// back.
    ///
    /// The commit takes a session of each store beside the one that the context reads with.
    ///
    /// - Throws: as ``save()``: everything is then unsaved, with the edits made meanwhile.
    ///   ``GranaryError/Code/cancelled`` if the task is cancelled before the commit; nothing is written then. Once the
    ///   changes are committed, cancelling has no effect. ``GranaryError/Code/conflict`` or
    ///   ``GranaryError/Code/closed`` if objects left the context meanwhile whose changes could not be written; these
    ///   are lost.
    nonisolated(nonsending) func saveInBackground() async throws
    /// The steps that can be undone and redone.
    var history: any ContextHistory { get }
    /// How many requests this context has sent to its stores, and how many rows it has read and written; zeros if it
    /// does not count.
    var statistics: ContextStatistics { get }

    /// Settles an object in conflict as the program has decided, so that the next save writes it; the policy stays as
    /// it is.
    ///
    /// The conflict is one of the ``GranaryError/conflicts`` that a save has thrown. The object becomes what the
    /// decision makes of mine, as it is by now, and of theirs, as the conflict shows it. Or it is one that
    /// ``apply(_:base:policy:)`` has thrown: then mine is the snapshot, and theirs the object in this context, which
    /// must not have changed since.
    ///
    /// With ``ConflictResolution/mine``, attributes that both have changed and that have a merge rule are merged by it.
    /// An object that is gone is inserted again by `mine`, and has left the context after `theirs`. If others have
    /// changed the object again since a save has thrown the conflict, the next save finds that as another one. `theirs`
    /// of an object that this context has deleted also takes back what the deletion has changed in others, and so may
    /// leave a conflict about one of them with nothing to resolve.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` if the conflict stays open: for ``ConflictResolution/error``, and for
    ///   values of an object that one side has deleted; and for an applied snapshot whose object has changed since,
    ///   with the conflict as it is by now. ``GranaryError/Code/invalidObject`` if a save has thrown the conflict and
    ///   this context has no unsaved change of the object; ``GranaryError/Code/query`` for a name that the entity does
    ///   not have. Nothing has changed then.
    func resolve(_ conflict: SaveConflict, with decision: ConflictResolution) throws

    /// How this context's saves resolve conflicts, as its options say.
    var _mergePolicy: MergePolicy { get }

    /// The graph of the context's objects, so that a lookup by key is compiled for its model; `nil` for a context that
    /// finds objects in its own way.
    var _graph: ObjectGraph? { get }
}
