/// Stored rows made equal to a list.
extension Context {
    /// Makes the objects of a query equal to a list: inserts new objects, changes those that differ, and deletes those
    /// that the list lacks.
    ///
    /// ```swift
    /// let done = try context.reconcile(
    ///     Flight.where { $0.day == today }, with: schedule,
    ///     matching: { $0.carrier; $0.number }, ignoring: { $0.note }, unless: { $0.isEdited })
    /// ```
    ///
    /// An item of the list and an object are the same if their matched properties are stored alike. Objects keep their
    /// keys, whichever properties match them; new ones get those of their items, or generated ones. A new one may take
    /// the key of an object that is deleted, unless an item refers to that key. Nothing is written for an object that
    /// equals its item. Unsaved changes of this context count. The next save writes what this call changes.
    ///
    /// An item that matches no object of the query is inserted, with one exception: if the matched properties are
    /// unique, an object with its values that the query does not yield is changed instead. If they are not unique,
    /// several objects of the query may match one item; the first in the query's order stays, and the others count as
    /// missing.
    ///
    /// - Parameters:
    ///   - query: the objects to make equal to the list; without offset, limit and cursor.
    ///   - snapshots: the wanted objects, each satisfying the query's condition.
    ///   - matching: the properties by which an item and an object are the same; the primary key unless given.
    ///   - ignoring: properties that stay unchanged in stored objects.
    ///   - deletingMissing: whether objects that the list lacks are deleted, by their delete rules.
    ///   - unless: objects for which it holds are neither changed nor deleted.
    /// - Returns: the numbers of objects.
    /// - Throws: ``GranaryError/Code/invalidValue`` for two items that match the same object, and for items that do not
    ///   satisfy the query's condition, by their positions in the list; ``GranaryError/Code/notFound`` for a
    ///   relationship to an object that does not exist; ``GranaryError/Code/constraint`` for a new object whose key is
    ///   taken; ``GranaryError/Code/query``. Nothing has changed then. Any error from applying delete rules.
    /// - Complexity: O(objects of the query + list) in time and memory; one request for the objects, one more for items
    ///   without a match if the matched properties are unique, before which another counts the rows for 100 items and
    ///   more, and one for each relationship that changes.
    @discardableResult
    public func reconcile<M: Model>(
        _ query: Query<M>, with snapshots: some Sequence<M.Snapshot>,
        @MatchBuilder<M> matching: (M.Fields) -> [ModelProperty<M>] = MatchBuilder<M>.primaryKey,
        @PropertyBuilder<M> ignoring: (M.Fields) -> [ModelProperty<M>] = PropertyBuilder<M>.none,
        deletingMissing: Bool = true, unless: ((M.Fields) -> Condition<M>)? = nil
    ) throws -> Reconciliation {
        if query.offset != 0 || query.limit != nil || query.cursor != nil {
            throw GranaryError(
                .query,
                "A page of a query cannot be reconciled, since other objects would take the place of deleted ones. Remove the offset, the limit and the cursor.",
                context: .init(entity: M.modelDescription.name))
        }
        let forbidden = unless?(M.fields)
        if let problem = forbidden?.problem { throw problem }
        let reconciler = try Reconciler(self, matching: matching(M.fields))
        let ignored = try reconciler.entity.properties(ignoring(M.fields))
        // Before the rows are read, since answering other queries may merge what others have saved.
        let condition = try present(query)
        let kept = try forbidden.flatMap { try present(Query<M>(predicate: $0.tree)) }
        var plan = try reconciler.plan(query, with: Array(snapshots), ignoring: ignored)
        if !deletingMissing { plan.keepMissing() }
        if let kept { try plan.keep { try reconciler.graph.filter($0, kept) } }
        // After the kept objects: an object that stays unchanged need not equal its item.
        if let condition { try reconciler.check(plan, satisfies: condition) }
        let result = plan.result
        try reconciler.carryOut(plan)
        return result
    }

    /// The condition of a query without filters, as it is to be evaluated now.
    private func present<M: Model>(_ query: Query<M>) throws -> ExpressionTree? {
        try queries.checkedRequest(for: query.unfiltered()).predicate
    }

    /// Inserts the objects of snapshots, or changes the stored objects that have the same unique properties.
    ///
    /// ```swift
    /// try context.upsert(books, on: { $0.isbn })
    /// ```
    ///
    /// Stored objects keep their keys. Nothing is written for those that equal their snapshots. Unsaved changes of this
    /// context count; the next save writes what this call changes. If another context inserts the same object before
    /// the save, the store refuses the save with ``GranaryError/Code/constraint``.
    ///
    /// - Parameters:
    ///   - snapshots: the wanted objects.
    ///   - properties: the properties by which a stored object is found: the primary key unless given, or a unique
    ///     constraint. `nil` in one of them equals no stored value.
    /// - Returns: the objects in the order of the snapshots.
    /// - Throws: ``GranaryError/Code/query`` if the properties are not unique; everything else as
    ///   ``reconcile(_:with:matching:ignoring:deletingMissing:unless:)``.
    /// - Complexity: O(snapshots); one request for the stored objects, one more that counts the rows if 100 of them or more
    ///   are not loaded, and one for each relationship that changes.
    @discardableResult
    public func upsert<Snapshot: ModelSnapshot>(
        _ snapshots: some Sequence<Snapshot>,
        @MatchBuilder<Snapshot.Object> on properties: (Snapshot.Object.Fields) -> [ModelProperty<
            Snapshot.Object
        >] = MatchBuilder<Snapshot.Object>.primaryKey
    ) throws -> [Snapshot.Object] {
        let reconciler = try Reconciler(self, matching: properties(Snapshot.Object.fields))
        guard reconciler.matching.areUnique else {
            throw GranaryError(
                .query,
                "Objects are found by unique properties, which these are not: several objects may have the same values. Declare them unique, or reconcile a query.",
                context: .init(entity: reconciler.entity.name, properties: reconciler.matching.names))
        }
        let plan = try reconciler.plan(with: Array(snapshots))
        var added = try reconciler.carryOut(plan).makeIterator()
        return plan.list.items.indices.compactMap { plan.object(at: $0) ?? added.next() }
    }

    /// ``upsert(_:on:)`` by the primary key, in which stored objects keep some of their properties: those that are
    /// ignored, and those at the position of their snapshot in `keeping`.
    package func upsert<Snapshot: ModelSnapshot>(
        _ snapshots: [Snapshot], ignoring: PropertySet, keeping: [PropertySet] = []
    ) throws {
        let reconciler = try Reconciler<Snapshot.Object>(self, matching: [])
        let plan = try reconciler.plan(with: snapshots, ignoring: ignoring, keeping: keeping)
        _ = try reconciler.carryOut(plan)
    }

    /// The snapshots that ``upsert(_:ignoring:keeping:)`` would insert, or change their objects by, and those with some
    /// keys; all snapshots if two have the same key.
    ///
    /// - Complexity: as upserting.
    package func news<Snapshot: ModelSnapshot>(
        in snapshots: [Snapshot], ignoring: PropertySet, including keys: some Sequence<ObjectKey>
    ) throws -> SnapshotNews<Snapshot.Object> {
        try Reconciler<Snapshot.Object>(self, matching: [])
            .news(in: snapshots, ignoring: ignoring, including: keys)
    }

    /// The first object of a query, or a new one, which it inserts, if there is none.
    ///
    /// ```swift
    /// let tag = try context.findOrInsert(Tag.where { $0.word == "blue" }) { Tag(word: "blue") }
    /// ```
    ///
    /// Unsaved changes of this context count. If another context inserts an object before the save, there are two,
    /// unless a unique constraint makes the save fail.
    ///
    /// - Parameters:
    ///   - query: the objects to search.
    ///   - make: makes the object; called only if there is none.
    /// - Returns: the object that was found or inserted.
    /// - Throws: ``GranaryError/Code/invalidValue`` if the query's condition does not hold for the new object, which is
    ///   not inserted then; any error from the closure or from inserting.
    public func findOrInsert<M: Model>(_ query: Query<M>, _ make: () throws -> M) throws -> M {
        if let found = try first(query) { return found }
        let condition = try queries.checkedRequest(for: query).predicate
        let object = try make()
        try insert(object)
        if let condition, try graph.filter([object], condition).isEmpty {
            try delete(object)
            throw GranaryError(
                .invalidValue,
                "The new object does not satisfy the condition by which it is looked for, so that it would never be found. Give it the values of the condition.",
                context: .init(entity: M.modelDescription.name))
        }
        return object
    }
}
