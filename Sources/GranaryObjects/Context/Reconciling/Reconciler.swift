/// Makes rows equal to a list: reads the rows, plans the changes, checks the plan, and carries it out.
///
/// Nothing changes before the whole plan has been checked.
struct Reconciler<M: Model> {
    let context: Context
    let graph: ObjectGraph
    let entity: Entity
    let matching: MatchedProperties<M.Snapshot>

    /// - Throws: ``GranaryError/Code/schema`` for a model that is not in the schema; ``GranaryError/Code/query`` for
    ///   properties that cannot match.
    init(_ context: Context, matching list: [ModelProperty<M>]) throws {
        guard let entity = context.schema.entity(of: M.self) else {
            throw GranaryError(
                .schema,
                "\(M.modelDescription.name) is not in the schema “\(context.schema.name)”; add it there.")
        }
        self.context = context
        graph = context.graph
        self.entity = entity
        matching = try MatchedProperties(list, of: entity)
    }

    /// Matches the rows of a query with a list.
    func plan(
        _ query: Query<M>, with items: [M.Snapshot], ignoring: PropertySet
    ) throws -> ReconciliationPlan<M.Snapshot> {
        var plan = try ReconciliationPlan(items, matching, ignoring: ignoring)
        try plan.match(subset: context.fetch(query.unfiltered()))
        // If several rows may have the same values, those outside of the subset are different ones.
        if query.predicate != nil, matching.areUnique { try matchOthers(&plan) }
        plan.compare()
        return plan
    }

    /// Matches a list with the rows that have its values, inside or outside of the subset.
    ///
    /// The object of an item also keeps the properties that are at the item's position in `keeping`.
    func plan(
        with items: [M.Snapshot], ignoring: PropertySet = PropertySet(), keeping: [PropertySet] = []
    ) throws -> ReconciliationPlan<M.Snapshot> {
        // Several rows may have no value for a unique property, and each such item is distinct.
        var plan = try ReconciliationPlan(
            items, matching, ignoring: ignoring, keeping: keeping, nilMatches: false)
        try matchOthers(&plan)
        plan.compare()
        return plan
    }

    /// The items that differ from the object with their key, those without one, and those with some keys; all items if two
    /// have the same key.
    func news(
        in items: [M.Snapshot], ignoring: PropertySet, including keys: some Sequence<ObjectKey>
    ) throws -> SnapshotNews<M> {
        // What is wrong with a list, says who takes it in.
        guard
            var plan = try? ReconciliationPlan(items, matching, ignoring: ignoring, nilMatches: false)
        else { return SnapshotNews(positions: Array(items.indices), objects: []) }
        try matchOthers(&plan)
        noteAbsent(plan)
        plan.compare()
        var isNews = plan.list.table.matches.map { $0 < 0 }
        for update in plan.updates { isNews[update.position] = true }
        for key in keys {
            if let position = plan.list.table.position(of: key.bits) { isNews[position] = true }
        }
        let positions = isNews.indices.filter { isNews[$0] }
        return SnapshotNews(
            positions: positions, objects: positions.compactMap { plan.object(at: $0) })
    }

    /// Notes that the items without an object have no row, so that an insert does not look for one again.
    private func noteAbsent(_ plan: ReconciliationPlan<M.Snapshot>) {
        // A parent does not report that it gets one later.
        if graph.isChild { return }
        let table = graph.tables[entity.index]
        for position in plan.unmatched {
            // A deleted object has a row, should the deletion be undone.
            guard let bits = plan.list.table.bits[position], table.map.place(of: bits) == nil else {
                continue
            }
            table.markAbsent(bits)
        }
    }

    /// From this many keys to look up on, the whole table is read if it has at most twice as many rows.
    private static var fewestScanned: Int { 100 }

    /// All objects, where reading these takes less time than looking up the wanted ones; `nil` where it takes more.
    private func scanned(insteadOf plan: ReconciliationPlan<M.Snapshot>) throws -> [M]? {
        let table = graph.tables.used(entity.index)
        // A child counts by making the objects of its parent, and unsaved changes are counted as objects too.
        if graph.isChild || table?.hasChanges == true { return nil }
        // Keys that the context knows are not looked up in the store.
        let lookUps = plan.list.table.wantedCount { bits in
            table.map { $0.map.place(of: bits) == nil && !$0.isAbsent(bits) } ?? true
        }
        if lookUps < Self.fewestScanned { return nil }
        let most = 2 * lookUps
        let all = Query<M>().unfiltered()
        do {
            // Where the store cannot count, this reads the rows.
            if try context.count(all.limit(most + 1)) > most { return nil }
            return try context.fetch(all)
        } catch let error as GranaryError where error.code == .malformed {
            // The row that cannot be read may be one that the list lacks.
            return nil
        }
    }

    private func matchOthers(_ plan: inout ReconciliationPlan<M.Snapshot>) throws {
        if matching.rowMatching.arePrimaryKey {
            if let all = try scanned(insteadOf: plan) { return try plan.match(others: all) }
            let keys = plan.wantedKeys
            // Loaded objects are not read again.
            if !keys.isEmpty { try plan.match(others: context.queries.objects(M.self, with: keys)) }
            return
        }
        guard let condition = try matching.rows(like: plan.wanted) else { return }
        // With a list of values for each property, a row may combine values of different items; matching sorts these
        // out.
        try plan.match(others: context.fetch(Query(predicate: condition).unfiltered()))
    }

    /// Throws unless every object will satisfy a condition.
    func check(_ plan: ReconciliationPlan<M.Snapshot>, satisfies condition: ExpressionTree) throws {
        let positions = plan.uncertain
        if positions.isEmpty { return }
        let bound = try graph.binder(entity).bindCondition(condition)
        var targets = ReconciliationTargets(graph)
        let rows = try positions.map { try plan.values(at: $0) }
        if bound.usesRelationships {
            // In one request for each relationship; following them row by row would take one for each row.
            for relationship in entity.toOne where !relationship.columns.isEmpty {
                let keys = rows.compactMap { row in ObjectKey(relationship.columns.map { row[$0] }) }
                try targets.load(Set(keys), of: relationship)
            }
        }
        let source = ReconciledSource(graph)
        let failing = try withExtendedLifetime(targets) {
            try zip(positions, rows).filter { position, row in
                try !bound.holds(ReconciledRow(row, of: plan.object(at: position)), in: source)
            }
        }
        if failing.isEmpty { return }
        let shown = failing.prefix(5).map { String($0.0) }.joined(separator: ", ")
        throw GranaryError(
            .invalidValue,
            "\(failing.count) item\(failing.count == 1 ? "" : "s") of the list would not be among the rows that are reconciled, at \(shown)\(failing.count > 5 ? " and further positions" : ""): the condition of the query does not hold for them. Leave them out, or reconcile more rows.",
            context: .init(entity: entity.name))
    }

    /// Carries a plan out; returns the inserted objects, in the order of the list.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a relationship of a changed object to one that does not exist, and
    ///   ``GranaryError/Code/constraint`` for an inserted key that is taken: nothing has changed then. Any error from
    ///   applying delete rules.
    @discardableResult
    func carryOut(_ plan: ReconciliationPlan<M.Snapshot>) throws -> [M] {
        let added = plan.unmatched.map { M(plan.list.items[$0]) }
        try graph.insertion.checkInsertion(of: added, afterDeleting: plan.deletions)
        let successors = try successors(among: added, in: plan)
        let targets = try loadTargets(of: plan)
        for object in added where !successors.contains(object.objectKey.keyBits) {
            try context.insert(object)
        }
        try withExtendedLifetime(targets) {
            for update in plan.updates {
                try graph.assign(update.properties, from: update.item, to: update.object)
            }
        }
        // Last: delete rules must not reach objects that the list moves away from a deleted one.
        for object in plan.deletions { try context.delete(object) }
        // Until here the deleted objects had these keys.
        for object in added where successors.contains(object.objectKey.keyBits) {
            try context.insert(object)
        }
        return added
    }

    /// The keys of new objects that objects to be deleted still have.
    ///
    /// - Throws: ``GranaryError/Code/constraint`` if an item refers to one of them.
    private func successors(among added: [M], in plan: ReconciliationPlan<M.Snapshot>) throws -> Set<KeyBits>
    {
        if plan.deletions.isEmpty { return [] }
        let freed = Set(plan.deletions.map(\.objectKey.keyBits))
        let keys = freed.intersection(added.map(\.objectKey.keyBits))
        if keys.isEmpty { return [] }
        for relationship in entity.toOne where relationship.destination === entity {
            // Until the deletion the reference is to the old object, whose delete rules would then apply to the item.
            let refers = plan.list.items.contains { item in
                M(item).referenceKey(at: relationship.position).map { keys.contains($0.bits) } ?? false
            }
            guard refers else { continue }
            throw GranaryError(
                .constraint,
                "An item of the list has the key of an object that is deleted because the list does not hold it, and the \(relationship.label) of an item names that key. Match by the key, or delete the object in a save of its own before.",
                context: .init(
                    entity: entity.name, properties: [relationship.name], constraint: .primaryKey))
        }
        return keys
    }

    /// Loads the objects that changed relationships refer to.
    private func loadTargets(of plan: ReconciliationPlan<M.Snapshot>) throws -> ReconciliationTargets {
        var targets = ReconciliationTargets(graph)
        let inserted = Set(plan.unmatched.map { plan.list.items[$0].objectID.key.keyBits })
        for relationship in entity.toOne {
            let changed = plan.updates.filter { $0.properties.contains(relationship.property) }
            let keys = Set(
                changed.compactMap { M($0.item).referenceKey(at: relationship.position) })
            try targets.load(keys, of: relationship)
            for key in keys where !targets.exists(key, of: relationship) {
                // An item may refer to another that is inserted with it.
                if relationship.destination === entity, inserted.contains(key.bits) { continue }
                throw GranaryError(
                    .notFound,
                    "The \(relationship.label) that an item of the list names does not exist. Insert it first, or name another.",
                    context: .init(entity: entity.name, properties: [relationship.name]))
            }
        }
        return targets
    }
}
