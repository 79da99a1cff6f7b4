/// The objects of the main context that match a query in the store, and their changes.
///
/// It follows saves, as ``LiveQuery`` does. The main context has each of these objects once, so they also show its
/// unsaved edits; but the stored values alone decide the set of objects and their order. An object that is inserted and
/// not saved is not among them yet, and one that is deleted and not saved still is; `changes.deleted` of the context
/// has it. An unsaved object whose key others have since stored hides the stored one, which is left out until the
/// unsaved one has gone.
///
/// ```swift
/// let departures = stack.observeObjects(Flight.all.sorted { $0.departure.ascending }.limit(10))
/// while let changes = try await departures.next() {
///     show(departures.objects, changes)
/// }
/// ```
@MainActor public final class LiveObjects<M: Model> {
    /// The objects in the order of the query, as of the last call of ``next()``; one that has left the context since is
    /// replaced by the object of its row.
    public var objects: [M] {
        if !unsaved.isEmpty { replaceDetached() }
        return shown
    }

    private let stack: PersistentStack
    private let query: LiveQuery<M>
    private var reader: LiveQuery<M>.Iterator
    private var shown: [M] = []
    private var rows: [LiveRow<M>] = []
    /// The objects by the bits of their keys.
    private var known: [KeyBits: M] = [:]
    private weak var context: Context?
    /// The result whose objects could not be read yet.
    private var pending: LiveResult<M>?
    /// The rows that unsaved objects hide.
    private var hidden: [LiveRow<M>] = []
    /// The places of new objects, which may leave the context without a save to report.
    private var unsaved: [Int] = []
    /// The last result, if there are any of these.
    private var uncertain: LiveResult<M>?
    private var isShown = false
    private var isWaiting = false

    init(_ query: LiveQuery<M>) {
        stack = query.stack
        self.query = query
        reader = query.makeAsyncIterator()
    }

    /// Waits until ``objects`` differs, and returns the differences.
    ///
    /// The first call returns no differences. `nil` once the task is cancelled. The main context has merged the
    /// reported saves, so its objects have their values.
    ///
    /// An object that has moved or has other values is the same before and after, unless the context has another one
    /// for its row, as after ``Context/reset()``; that is reported as an update where nothing else differs.
    ///
    /// Objects that have entered are read together; the others are not read again, unless the stack merges nothing by
    /// itself.
    ///
    /// - Throws: any error from the iterator of ``LiveQuery``; any error from reading objects by key, which another
    ///   call repeats; ``GranaryError/Code/unsupported`` if the main context keeps a snapshot, as with the independent
    ///   strategy; ``GranaryError/Code/invalidObject`` while another call waits.
    public func next() async throws -> [ResultChange<M>]? {
        if isWaiting {
            throw GranaryError(
                .invalidObject,
                "Live objects of \(M.modelDescription.name) are for one reader, and another call of `next()` waits already; observe the query again.",
                context: .init(entity: M.modelDescription.name))
        }
        isWaiting = true
        defer { isWaiting = false }
        while let result = try await nextResult() {
            pending = result
            guard let context = try contextShowing(result) else { continue }
            let changes = try show(result, in: context)
            pending = nil
            defer { isShown = true }
            if !isShown { return [] }
            if !changes.isEmpty { return changes }
        }
        return nil
    }

    private func nextResult() async throws -> LiveResult<M>? {
        if let pending { return pending }
        if let uncertain, let context {
            let isOver = unsaved.contains { known[rows[$0].bits]?._objectState.phase == .detached }
            if try isOver || Self.hidden(hidden, in: context).count < hidden.count { return uncertain }
        }
        var reader = reader
        defer { self.reader = reader }
        return try await reader.nextOfAnyStore(isolation: #isolation)
    }

    /// The main context; `nil` if its store is no longer that of a result, which is then dropped, so that no object is
    /// shown in place of another with the same key.
    private func contextShowing(_ result: LiveResult<M>) throws -> Context? {
        let context = try stack.mainContext
        let entity = try stack.observedEntity(of: M.self).get()
        if let presence = try? context.coordinator.presence(ofStoreOf: entity),
            presence == result.presence
        {
            return context
        }
        (pending, uncertain) = (nil, nil)
        // The next element would be the differences from the dropped result.
        reader = query.makeAsyncIterator()
        return nil
    }

    private func show(_ result: LiveResult<M>, in context: Context) throws -> [ResultChange<M>] {
        let found = Array(result.rows)
        try requireNewest(context)
        // The notices of the reported saves may still wait for the main actor.
        context.mergeChangesUnattended()
        // Objects that the context has refused or forgotten are fetched again.
        let kept = context === self.context ? known.filter { $0.value._objectState.phase == .stored } : [:]
        var objects = try objects(of: found, keeping: kept, in: context)
        // A run of the query may have read a save that is reported only later, also of loaded objects that enter here.
        for row in found where !context.graph.isChild {
            if let object = objects[row.bits], object._objectState.isClean,
                object._objectState.version < row.version
            {
                // Others may have deleted it since; a context that does not merge by itself learns that here.
                do { try context.refresh(object) } catch GranaryError.Code.notFound {
                    objects[row.bits] = nil
                }
            }
        }
        hidden = try Self.hidden(found, in: context)
        // Without those that others have deleted since.
        let rows = found.filter { objects[$0.bits] != nil }
        let former = (rows: self.rows, known: known)
        known = [:]
        for row in rows { known[row.bits] = objects[row.bits] }
        self.rows = rows
        self.context = context
        shown = rows.compactMap { known[$0.bits] }
        unsaved = shown.indices.filter { shown[$0]._objectState.phase == .inserted }
        uncertain = unsaved.isEmpty && hidden.isEmpty ? nil : result
        let changes = ResultDifference.changes(from: former.rows[...], to: rows[...]).compactMap { change in
            self.change(change, former.known)
        }
        return changes + (objects.count > kept.count ? replacements(of: former.known, besides: changes) : [])
    }

    /// The objects of rows, with those that are kept; others are looked for in the context.
    ///
    /// - Throws: any error from reading objects by key.
    private func objects(
        of rows: [LiveRow<M>], keeping kept: [KeyBits: M], in context: Context
    ) throws -> [KeyBits: M] {
        var objects = kept
        // A fetch does not find objects that the context has deleted. A rollback restores them without a save to
        // report.
        let table = try context.graph.lookup.table(of: M.self)
        for row in rows where objects[row.bits] == nil {
            if let object = table.object(row.bits, as: M.self), object._objectState.phase == .deleted {
                objects[row.bits] = object
            }
        }
        let missing = rows.filter { objects[$0.bits] == nil && !Self.isHidden($0, in: table) }
            .map(\.snapshot.objectID)
        if !missing.isEmpty {
            for object in try context.objects(missing) { objects[object.objectKey.keyBits] = object }
        }
        return objects
    }

    /// Shows the objects of the rows whose new objects have left the context: those that they had replaced.
    private func replaceDetached() {
        guard let context, let table = try? context.graph.lookup.table(of: M.self) else { return }
        for place in unsaved where shown[place]._objectState.phase == .detached {
            if let object = table.object(rows[place].bits, as: M.self) { shown[place] = object }
        }
    }

    /// Those of some rows that unsaved objects hide.
    private static func hidden(_ rows: [LiveRow<M>], in context: Context) throws -> [LiveRow<M>] {
        let table = try context.graph.lookup.table(of: M.self)
        return table.touched.isEmpty ? [] : rows.filter { isHidden($0, in: table) }
    }

    /// Whether an unsaved object has the key of a row that others have stored.
    ///
    /// The row of an object that is being saved may be its own, and a deleted object is replaced in the list too.
    private static func isHidden(_ row: LiveRow<M>, in table: ObjectTable) -> Bool {
        guard let object = table.object(row.bits, as: M.self) else { return false }
        return object._objectState.phase == .inserted && table.replaced(row.bits) == nil
            && !table.isBeingSaved(object)
    }

    /// The objects that replace others with the same keys, where no value differs.
    ///
    /// The context has made them from the same rows again: after ``Context/reset()``, or if a row was deleted and came
    /// back.
    private func replacements(of former: [KeyBits: M], besides told: [ResultChange<M>]) -> [ResultChange<M>] {
        let places = Set(
            told.compactMap { change in
                switch change {
                case .move(_, let position, _, _), .update(let position, _, _): position
                case .insert, .delete: nil
                }
            })
        return rows.enumerated().compactMap { position, row in
            guard !places.contains(position), let before = former[row.bits], let after = known[row.bits],
                before !== after
            else { return nil }
            return .update(at: position, before: before, after: after)
        }
    }

    /// Refuses a context whose snapshot shows neither new objects nor changes.
    private func requireNewest(_ context: Context) throws {
        guard !context.graph.isChild, !context.access.readsNewest else { return }
        throw GranaryError(
            .unsupported,
            "The main context keeps a snapshot by the strategy of its stack, so it cannot show objects as they change; observe values by `observe(_:)`, or choose a strategy that follows the stores.",
            context: .init(entity: M.modelDescription.name))
    }

    /// A difference between objects instead of their values.
    private func change(_ change: ResultChange<M.Snapshot>, _ former: [KeyBits: M]) -> ResultChange<M>? {
        func object(_ snapshot: M.Snapshot, in objects: [KeyBits: M]) -> M? {
            objects[snapshot.objectID.key.keyBits]
        }
        switch change {
        case .delete(let position, let item):
            return object(item, in: former).map { .delete(at: position, $0) }
        case .insert(let position, let item):
            return object(item, in: known).map { .insert(at: position, $0) }
        case .move(let from, let to, _, let item):
            return object(item, in: known).map {
                .move(from: from, to: to, before: object(item, in: former) ?? $0, after: $0)
            }
        case .update(let position, _, let item):
            return object(item, in: known).map {
                .update(at: position, before: object(item, in: former) ?? $0, after: $0)
            }
        }
    }
}

extension PersistentStack {
    /// The objects of the main context that a query has in the store, and every later list of them.
    @MainActor public func observeObjects<M: Model>(_ query: Query<M>) -> LiveObjects<M> {
        LiveObjects(observe(query))
    }
}
