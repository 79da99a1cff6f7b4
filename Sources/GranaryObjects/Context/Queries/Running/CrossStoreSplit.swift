/// A request that one store can answer, and the rest of the query for the core, which reads from other stores.
package struct CrossStoreSplit {
    /// The request for the store.
    package var request: FetchRequest
    /// A condition that the core checks on the store's rows.
    package var residual: ExpressionTree?
    /// Whether the order depends on other stores, so that the core sorts.
    package var ordersInCore = false
    /// Descriptions of the core's work, for people.
    package var notes: [String] = []
}

extension QueryRunner {
    /// Rewrites conditions on other stores as lists of keys where that is exact, and leaves the others to the core.
    func splitAcrossStores(_ request: FetchRequest) throws -> CrossStoreSplit {
        var split = CrossStoreSplit(request: request)
        if access.coordinator.members.count < 2 { return split }
        var pushed: [ExpressionTree] = []
        var kept: [ExpressionTree] = []
        var keptCanFail = false
        for condition in request.predicate?.conjuncts ?? [] {
            // A condition kept before this one may exclude rows for which this one fails, or fail itself for rows that
            // this one excludes. So the two must keep their order.
            let goesWithKept = try !kept.isEmpty && (keptCanFail || canFail(condition, of: request.entity))
            if goesWithKept {
                kept.append(condition)
                keptCanFail = true
            } else if try !crosses(condition, from: request.entity) {
                pushed.append(condition)
            } else if let rewritten = try rewrite(condition, from: request.entity, &split.notes) {
                pushed.append(rewritten)
            } else {
                kept.append(condition)
                keptCanFail = try keptCanFail || canFail(condition, of: request.entity)
                split.notes.append("A condition that compares across stores is checked by the core.")
            }
        }
        split.request.predicate = .all(pushed)
        split.residual = .all(kept)
        for term in request.sort where try crosses(term.expression, from: request.entity) {
            split.ordersInCore = true
        }
        if split.ordersInCore {
            split.notes.append("The order goes through another store, so the core sorts.")
        }
        return split
    }

    private func canFail(_ condition: ExpressionTree, of entity: Entity) throws -> Bool {
        try graph.binder(entity).bindCondition(condition).canFail
    }

    /// Whether an expression follows a relationship into another store.
    func crosses(_ tree: ExpressionTree, from entity: Entity) throws -> Bool {
        var found = false
        try tree.forEachPath(from: entity) { path, start in
            if try firstCrossing(path, from: start) != nil { found = true }
        }
        return found
    }

    /// The number of steps of a path before it leaves the store; `nil` if it stays.
    private func firstCrossing(_ path: [String], from entity: Entity) throws -> Int? {
        var current = entity
        for (index, name) in path.enumerated() {
            let next = try current.followed(name).destination
            _ = try access.coordinator.storeIndex(of: next)
            if !access.coordinator.isSameStore(current, next) { return index }
            current = next
        }
        return nil
    }

    /// The same condition with lists of keys in place of properties in other stores; `nil` where that cannot be exact.
    private func rewrite(_ tree: ExpressionTree, from entity: Entity, _ notes: inout [String]) throws
        -> ExpressionTree?
    {
        if try !crosses(tree, from: entity) { return tree }
        switch tree {
        case .and(let left, let right):
            guard let left = try rewrite(left, from: entity, &notes),
                let right = try rewrite(right, from: entity, &notes)
            else { return nil }
            return .and(left, right)
        case .or(let left, let right):
            guard let left = try rewrite(left, from: entity, &notes),
                let right = try rewrite(right, from: entity, &notes)
            else { return nil }
            return .or(left, right)
        case .not(let inner): return try rewrite(inner, from: entity, &notes).map { .not($0) }
        default: return try rewriteLeaf(tree, from: entity, &notes)
        }
    }

    private func rewriteLeaf(_ leaf: ExpressionTree, from entity: Entity, _ notes: inout [String]) throws
        -> ExpressionTree?
    {
        // The rows of another store do not show which object is around a condition on members.
        guard !leaf.namesOuter, let prefix = try sharedPrefix(leaf, from: entity),
            let owner = entity.entity(at: Array(prefix.dropLast())),
            let name = prefix.last, let relationship = owner.relationship(name)
        else { return nil }
        let destination = relationship.destination
        if relationship.isToMany { return try rewriteToMany(leaf, prefix, relationship, destination, &notes) }
        let end = leaf.endsAt(prefix)
        if case .refers(_, let parts)? = end {
            // A reference to an object that is gone equals none, regardless of its columns
            // (Docs/Decisions/expressions-and-their-evaluation.md).
            guard let key = ObjectKey(parts), try !missing(key, destination) else {
                return .literal(.bool(false))
            }
            return .holdsKey(path: prefix, keys: [key])
        }
        if case .isEmpty? = end {
            let keys = try self.keys(of: destination, where: nil)
            notes.append(
                "\(prefix.joined(separator: ".")): \(keys.count) keys of \(destination.name) from another store"
            )
            return .not(.holdsKey(path: prefix, keys: keys))
        }
        let inner = leaf.droppingPrefix(prefix.count)
        // Rows of the destination do not show whether something refers to them.
        if inner.asksWhetherItExists { return nil }
        let bound = try graph.binder(destination).bindCondition(inner)
        // It is evaluated for all rows of the destination, so it may fail for one that no row refers to.
        if bound.canFail { return nil }
        let holdsForNil = try bound.holds(NullRow.shared, in: NullRow.shared)
        // No list of keys covers the rows without a target. If the condition holds for them, the list has the keys for
        // which it does not hold.
        let keys = try self.keys(of: destination, where: holdsForNil ? .not(inner) : inner)
        notes.append(
            "\(prefix.joined(separator: ".")): \(keys.count) keys of \(destination.name) from another store")
        let list = ExpressionTree.holdsKey(path: prefix, keys: keys)
        return holdsForNil ? .not(list) : list
    }

    private func missing(_ key: ObjectKey, _ entity: Entity) throws -> Bool {
        try graph.lookup.anyObject(key, of: entity) == nil
    }

    private func rewriteToMany(
        _ leaf: ExpressionTree, _ prefix: [String], _ relationship: Relationship, _ destination: Entity,
        _ notes: inout [String]
    ) throws -> ExpressionTree? {
        guard
            case .quantified(let quantifier, let path, relationship.name, let condition) = leaf.asQuantified,
            path + [relationship.name] == prefix,
            case .destinationColumns(let back) = relationship.storage
        else { return nil }
        if try graph.binder(destination).bindCondition(condition).canFail { return nil }
        let wanted: ExpressionTree = quantifier == .all ? .not(condition) : condition
        let keys = try self.keys(of: destination, where: wanted, through: back)
        notes.append(
            "\(prefix.joined(separator: ".")): \(keys.count) keys by way of \(destination.name) in another store"
        )
        let list = ExpressionTree.holdsKey(path: path, keys: keys)
        return quantifier == .any ? list : .not(list)
    }

    /// The steps up to and including the first that leaves the store, if every path of a leaf begins with the same
    /// steps.
    private func sharedPrefix(_ leaf: ExpressionTree, from entity: Entity) throws -> [String]? {
        var prefixes: Set<[String]> = []
        var stays = false
        func visit(_ tree: ExpressionTree) throws {
            for path in tree.ownPaths {
                if let crossing = try firstCrossing(path, from: entity) {
                    prefixes.insert(Array(path.prefix(crossing + 1)))
                } else {
                    stays = true
                }
            }
            for operand in tree.operands { try visit(operand) }
        }
        try visit(leaf)
        return prefixes.count == 1 && !stays ? prefixes.first : nil
    }

    /// The keys of an entity's rows for which a condition holds.
    ///
    /// With `relationship`, the keys that these rows refer to through it.
    func keys(
        of entity: Entity, where condition: ExpressionTree?, through relationship: Relationship? = nil
    ) throws -> [ObjectKey] {
        // The stored rows are enough: where unsaved objects matter to a path, nothing is rewritten and the core
        // evaluates all.
        var request = FetchRequest(entity: entity)
        request.predicate = condition
        let split = try splitAcrossStores(request)
        let columns = relationship.map { Array($0.columns) } ?? entity.keyColumns
        access.countRequests()
        let answer = try access.session(of: entity).fetch(split.request)
        if split.residual != nil || answer.remaining.contains(.predicate) {
            answer.cursor.close()
            return try keysOfObjects(request, relationship)
        }
        defer { answer.cursor.close() }
        var keys: Set<ObjectKey> = []
        while try answer.cursor.advance() {
            let values = try columns.map { try answer.cursor.value(at: $0, as: entity.columns[$0].type) }
            if let key = ObjectKey(values) { keys.insert(key) }
        }
        return keys.sorted()
    }

    private func keysOfObjects(_ request: FetchRequest, _ relationship: Relationship?) throws -> [ObjectKey] {
        func collect<M: Model>(_ type: M.Type) throws -> [ObjectKey] {
            let found = try answer(type, request).compactMap { object -> ObjectKey? in
                guard let relationship else { return object.erasedKey }
                return object.referenceKey(at: relationship.position)
            }
            return Set(found).sorted()
        }
        return try collect(graph.tables[request.entity.index].modelType())
    }
}

extension ExpressionTree {
    /// A comparison of a count that only tests for existence, as a quantified condition.
    fileprivate var asQuantified: ExpressionTree {
        guard
            case .compare(
                let comparison, .countOf(let path, let name, let condition), .literal(.integer(let number))) =
                self
        else { return self }
        let inner = condition ?? .literal(.bool(true))
        switch (comparison, number) {
        case (.greater, 0), (.greaterOrEqual, 1), (.notEqual, 0):
            return .quantified(.any, path: path, relationship: name, inner)
        case (.equal, 0), (.less, 1), (.lessOrEqual, 0):
            return .quantified(.none, path: path, relationship: name, inner)
        default: return self
        }
    }

    /// The expression itself, if it concerns the object at the end of a path and not one of its attributes.
    fileprivate func endsAt(_ path: [String]) -> ExpressionTree? {
        switch self {
        case .refers(path, _), .isEmpty(path): self
        default: nil
        }
    }
}

extension ExpressionTree {
    /// Whether a part asks if the row itself is there, as a test of the relationship that led to it has become.
    fileprivate var asksWhetherItExists: Bool {
        if case .isEmpty(let path) = self { return path.isEmpty }
        return operands.contains(where: \.asksWhetherItExists)
    }
}
