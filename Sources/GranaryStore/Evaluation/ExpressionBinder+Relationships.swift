extension ExpressionBinder {
    /// The relationships to one that a path names, one after the other.
    func steps(_ path: some Sequence<String>) throws -> [Relationship] {
        var steps: [Relationship] = []
        for name in path {
            let owner = steps.last?.destination ?? entity
            guard let relationship = owner.relationship(name) else {
                throw unknownRelationship(name, of: owner)
            }
            guard !relationship.isToMany else {
                throw problem(
                    "\(owner.name).\(name) is a relationship to many, which a path cannot pass; use any, all, none, count, first or an aggregate of its objects.",
                    at: owner, name)
            }
            try requireDestination(of: relationship)
            steps.append(relationship)
        }
        return steps
    }

    func bindIsEmpty(_ path: [String]) throws -> BoundExpression {
        let steps = try self.steps(path)
        guard !steps.isEmpty else { throw problem("A test for an empty relationship names no relationship.") }
        return expression(of: .value(.bool), usesRelationships: true, []) { _ in EmptinessNode(steps) }
    }

    func bindRefers(_ path: [String], _ key: [Value]) throws -> BoundExpression {
        let steps = try self.steps(path)
        let owner = steps.last?.destination ?? entity
        try requireKey(key, of: owner)
        return expression(of: .value(.bool), usesRelationships: !steps.isEmpty, []) { _ in
            guard let last = steps.last else { return IdentityNode(columns: owner.keyColumns, key: key) }
            return ReferenceNode(steps.dropLast(), last, key: key)
        }
    }

    func bindHoldsKey(_ path: [String], _ keys: [ObjectKey]) throws -> BoundExpression {
        let steps = try self.steps(path.dropLast())
        let owner = steps.last?.destination ?? entity
        var columns = owner.keyColumns
        if let name = path.last {
            guard let relationship = owner.relationship(name) else {
                throw unknownRelationship(name, of: owner)
            }
            guard !relationship.isToMany else {
                throw problem(
                    "\(owner.name).\(name) is a relationship to many and holds no key.", at: owner, name)
            }
            columns = Array(relationship.columns)
        }
        let types = columns.map { owner.columns[$0].type }
        guard keys.allSatisfy({ $0.values.map(ExpressionKind.init) == types.map(ExpressionKind.value) })
        else {
            throw problem(
                "A list of keys holds keys of other kinds than \(owner.name) has.", at: owner, path.last ?? ""
            )
        }
        return expression(of: .value(.bool), usesRelationships: !steps.isEmpty, []) { _ in
            KeyListNode(steps, columns: columns, keys: Set(keys))
        }
    }

    private func requireKey(_ key: [Value], of owner: Entity) throws {
        let kinds = try key.map { ExpressionKind(of: try checked($0)) }
        let types = owner.keyTypes.map(ExpressionKind.value)
        let fits = zip(kinds, types).allSatisfy { $0 != .null && $0.isComparable(with: $1) }
        guard kinds.count == types.count, fits else {
            throw problem(
                "A key of \(owner.name) consists of \(types.map(\.name).joined(separator: ", ")), but the query compares it with other kinds of values.",
                at: owner, owner.model.key.joined(separator: ", "))
        }
    }

    func bindQuantified(
        _ quantifier: ExpressionTree.Quantifier, _ path: [String], _ name: String, _ inner: ExpressionTree
    ) throws -> BoundExpression {
        let members = try members(path, name)
        let part = try members.binder.bindCondition(inner)
        let decisive = quantifier == .all ? condition([part]) { NegationNode($0[0]) } : part
        return expression(of: .value(.bool), over: members, where: decisive) {
            QuantifierNode(quantifier, decidedBy: $0)
        }
    }

    func bindCount(_ path: [String], _ name: String, _ inner: ExpressionTree?) throws -> BoundExpression {
        let members = try members(path, name)
        let condition = try inner.map { try members.binder.bindCondition($0) }
        return expression(of: .value(.integer), range: .counts, over: members, where: condition) {
            CountNode(of: $0)
        }
    }
}
