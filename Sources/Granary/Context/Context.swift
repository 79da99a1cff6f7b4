/// A unit of work: objects with one identity each, changes tracked, saved together.
///
/// Work inside a context is synchronous and belongs to whoever runs it: inside `stack.perform { context in …
/// }`, on the main actor for `mainContext`. Neither a context nor its objects can be sent elsewhere.
/// ``ManagedContext`` is the implementation that ships; another one can wrap it.
public protocol Context: AnyObject {
    /// The schema of the stack.
    var schema: Schema { get }

    // MARK: Objects

    /// Inserts a new object, and every object that can be reached from it; keys are final afterwards.
    ///
    /// - Throws: when a key cannot be reserved, or another object with the key is in the context.
    func insert<M: Model>(_ object: M) throws
    /// Marks an object deleted and carries out the delete rules of its relationships.
    ///
    /// - Throws: when objects that a rule concerns cannot be loaded.
    func delete<M: Model>(_ object: M) throws
    /// The object with an identity, from this context if it is loaded, else from its store; `nil` when there
    /// is none.
    func object<M: Model>(_ id: ObjectID<M>) throws -> M?

    // MARK: Queries

    /// The objects a query describes, in its order; unsaved changes of this context count.
    func fetch<M: Model>(_ query: Query<M>) throws -> [M]
    /// The objects a query describes, in its order, except those whose rows cannot be read.
    ///
    /// For stores that other programs or older versions wrote to: without this one such row fails a whole
    /// ``fetch(_:)``. `report` gets an error for each row, with ``GranaryError/Context/entity``, ``GranaryError/Context/key``
    /// where that can be read, and ``GranaryError/Context/properties``; what it throws ends the fetch. Offset and limit
    /// count the rows that are passed over where the store applies them. A child's rows are read by its parent, for
    /// which one that cannot be read is an error.
    ///
    /// - Throws: As ``fetch(_:)``, but not ``GranaryError/Code/malformed`` for rows of the query's own entity.
    func fetch<M: Model>(_ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void) throws
        -> [M]
    /// How many objects a query describes.
    func count<M: Model>(_ query: Query<M>) throws -> Int
    /// Hands the objects of a query to a closure one after the other, in constant memory, until it returns
    /// false.
    ///
    /// Objects that the closure does not keep and does not change are let go of.
    ///
    /// The objects are those of the snapshot at the start, and so is whatever else the closure reads; changes it
    /// makes are kept for the next save. Saves and refreshes throw inside the closure. All objects are fetched first
    /// where unsaved changes matter to the query, where the store leaves its order to the core, and where a condition
    /// that it leaves follows relationships; ``explain(_:)`` tells.
    func stream<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws
    /// Hands over the objects of a query as ``stream(_:_:)`` does, except those whose rows cannot be read.
    ///
    /// `report` gets an error for each of those, as in ``fetch(_:skippingMalformed:)``; what it throws ends the stream.
    func stream<M: Model>(
        _ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void, _ body: (M) throws -> Bool
    ) throws
    /// Computes aggregates over the objects of a query: rows of stored values.
    func aggregate<M: Model>(_ query: Query<M>, _ grouping: Grouping) throws -> [[Value]]
    /// The values of expressions for each object of a query, in its order.
    func project<M: Model>(_ query: Query<M>, _ expressions: [ExpressionTree]) throws -> [[Value]]
    /// Asks the store of a model in its engine's own language; the rows as values of some kinds.
    func native<M: Model>(_ query: NativeQuery, from model: M.Type, kinds: [AttributeType]) throws
        -> [[Value]]
    /// How the query would be answered.
    func explain<M: Model>(_ query: Query<M>) throws -> QueryPlan

    // MARK: Changes

    /// Whether a save would write anything.
    var hasChanges: Bool { get }
    /// The objects that the next save inserts.
    var insertedObjects: [any Model] { get }
    /// The stored objects that the next save changes.
    var updatedObjects: [any Model] { get }
    /// The objects that the next save deletes.
    var deletedObjects: [any Model] { get }

    /// The names of the stored properties of an object that the next save writes: attributes first, then
    /// relationships to one, each in the order of declaration.
    ///
    /// All of them for an inserted object. None for one that is unchanged, deleted, or not in this context. A
    /// property that was set to another value and back again counts. Relationships to many do not: what is added
    /// to them changes the objects at the other end, or no object's own properties.
    func changedProperties<M: Model>(of object: M) -> [String]
    /// The stored properties of an object as they were last read or saved; `nil` for an object that was never
    /// saved, or is not in this context.
    ///
    /// The same as the object's own ``Model/snapshot`` while it is unchanged. In a child, what was last read from
    /// the parent or saved to it.
    func savedSnapshot<M: Model>(of object: M) -> M.Snapshot?

    /// Writes all changes, atomically per store; a failed save leaves them as they were.
    ///
    /// After ``GranaryError/Code/partialSave`` some stores have their part: reset the context then, and apply the
    /// rest again.
    ///
    /// When a store refuses the save, the context goes over to the state that its stores have now: queries, objects without
    /// changes, and lists together. References to rows that others have deleted are taken out of its changes.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` with base, mine and theirs; ``GranaryError/Code/constraint``
    ///   naming entity and properties; ``GranaryError/Code/invalidValue``; ``GranaryError/Code/partialSave``;
    ///   an error that was kept; what the engine says.
    func save() throws
    /// Undoes every change since the last save, and forgets errors that were kept.
    ///
    /// Objects that others have saved meanwhile, and that stayed as they were for changes of this context, are read
    /// again; so what ended in a conflict can be done once more. Where they cannot be read, the next query reads them.
    func rollback()
    /// Reads an object again from its store, in a new snapshot; its unsaved changes are lost.
    ///
    /// Pairs of many-to-many relationships that are to be saved stay. When the store cannot be read, nothing is
    /// changed; an object that it does not have any more is detached.
    ///
    /// Inside ``stream(_:_:)`` it throws, since a new snapshot would end the rows that are being read.
    func refresh<M: Model>(_ object: M) throws
    /// Begins a new snapshot and reads every loaded, unchanged object again.
    ///
    /// Inside ``stream(_:_:)`` it throws, as ``refresh(_:)`` does.
    func refreshAll() throws
    /// Lets go of all objects and changes; objects the program still holds are detached.
    ///
    /// A detached object keeps the values it has. Its relationships that were not loaded read as empty, and
    /// changes to it are not saved; fetch it again by its ``Model/objectID``.
    func reset()
    /// Requires that a stored object is as it is now when the next save commits, though it is not changed; neither a
    /// merge policy nor news that the context takes in waives it.
    ///
    /// Whatever the merge policy is, the save fails with ``GranaryError/Code/conflict`` when it is not. In a child
    /// the object is required of the parent's next save too. The next save throws
    /// ``GranaryError/Code/invalidObject`` when the object is not one of this context.
    func require<M: Model>(unchanged object: M)

    // MARK: Undoing

    /// How many steps can be undone; 0, the default, keeps no history.
    ///
    /// Setting it forgets the steps there are. Closing a step costs time in proportion to what was changed since the
    /// last one; without a history nothing costs anything.
    var undoLevels: Int { get set }
    /// Whether there is a step to undo.
    ///
    /// Complexity: O(objects changed since the last step).
    var canUndo: Bool { get }
    /// Whether there is a step to do again.
    ///
    /// Complexity: O(objects changed since the last step).
    var canRedo: Bool { get }
    /// Takes the last step back; false when there is none.
    ///
    /// Changes since the last step are closed to one first. A saved step can be undone too: the reverse is
    /// then unsaved, and the next save writes it. Properties the step did not change keep the values they
    /// have now.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` without a history; ``GranaryError/Code/invalidObject``
    ///   inside ``beginUndoStep()``; ``GranaryError/Code/conflict`` when others deleted an object of the step.
    @discardableResult
    func undo() throws -> Bool
    /// Does the step again that was undone last; false when there is none.
    ///
    /// Throws as ``undo()``.
    @discardableResult
    func redo() throws -> Bool
    /// Begins a step: what is changed until ``endUndoStep()`` is undone together.
    ///
    /// Steps inside a step belong to the outermost one. Nothing happens without a history.
    func beginUndoStep() throws
    /// Ends a step; outside of ``beginUndoStep()``, makes one of what has changed since the last.
    func endUndoStep() throws

    // MARK: Batches

    /// Changes every object of a query at once, in one atomic commit, and returns how many there were.
    ///
    /// It does not wait for a save and needs a context without unsaved changes. Rows that others change
    /// meanwhile are looked at again. Objects of this context are read again, other contexts hear of it, and
    /// what was required unchanged is checked. No objects are made: memory grows with the number of rows by
    /// their keys and new values only. In a child the objects of the parent change.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` when there are unsaved changes or a stream is open;
    ///   ``GranaryError/Code/query`` for a primary key, and for a property set twice;
    ///   ``GranaryError/Code/constraint``; what a save throws. Nothing is written then.
    @discardableResult
    func updateAll<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> Int
    /// Deletes every object of a query at once, as the delete rules say, in one atomic commit, and returns
    /// how many there were.
    ///
    /// Delete rules are carried out as ``delete(_:)`` does, with what they reach in the same commit and not
    /// counted; objects are only loaded where the model has rules that concern other objects. All else is as
    /// in ``updateAll(_:assigning:)``.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` when there are unsaved changes or a stream is open;
    ///   ``GranaryError/Code/constraint`` when a rule denies it; what a save throws. Nothing is written then.
    @discardableResult
    func deleteAll<M: Model>(_ query: Query<M>) throws -> Int

    // MARK: Children

    /// Makes a context that reads from this one, with its unsaved changes, and saves to it.
    ///
    /// A child belongs to whoever this context belongs to. A child's save changes this context's objects; it
    /// is this context's next save that writes them, unless the options say that a child's save goes through.
    func makeChild(_ options: ContextOptions) -> any Context

    // MARK: Costs

    /// What this context has asked of its stores so far.
    var statistics: ContextStatistics { get }
}
