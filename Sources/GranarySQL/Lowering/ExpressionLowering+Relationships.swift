import GranaryStore

extension ExpressionLowering {
    /// The owner and the relationship at the end of a path of relationships to one.
    private func last(of path: [String], _ scope: QueryScope) -> (owner: PathEnd, Relationship)? {
        guard let name = path.last, let owner = scope.end(of: path.dropLast()),
            let relationship = owner.entity.relationship(name), !relationship.isToMany
        else { return nil }
        return (owner, relationship)
    }

    func isEmpty(_ path: [String], _ scope: QueryScope, _ negated: Bool) -> SQLText? {
        guard let (owner, relationship) = last(of: path, scope) else { return nil }
        let columns = relationship.columns.map(owner.column)
        // A reference that the engine checks never dangles, so its own columns are enough without a join.
        if layout.isEnforced(relationship) {
            let test = negated ? "IS NOT NULL" : "IS NULL"
            let tests = columns.map { "\($0) \(verbatim: test)" as SQLText }
            return .chain(tests[...], by: negated ? "AND" : "OR")
        }
        guard let exists = destinationExists(relationship, columns) else { return nil }
        return negated ? exists : "NOT \(exists)"
    }

    /// The condition that a row with the key in some columns exists; never null.
    private func destinationExists(_ relationship: Relationship, _ columns: [SQLText]) -> SQLText? {
        guard layout.holds(relationship.destination) else { return nil }
        let target = scope(of: relationship.destination)
        let pairs = zip(target.key, columns).map { "\($0) = \($1)" as SQLText }
        return "EXISTS (SELECT 1 FROM \(target.source) WHERE \(.list(pairs, separator: " AND ")))"
    }

    func refers(_ path: [String], _ key: [Value], _ scope: QueryScope, _ negated: Bool) -> SQLText? {
        guard !path.isEmpty else { return hasKey(scope.key, scope.entity, key, negated, exists: nil) }
        guard let (owner, relationship) = last(of: path, scope),
            layout.holds(relationship.destination)
        else { return nil }
        let destination = relationship.destination
        let columns = relationship.columns.map(owner.column)
        if layout.isEnforced(relationship) { return hasKey(columns, destination, key, negated, exists: nil) }
        guard let exists = destinationExists(relationship, columns) else { return nil }
        return hasKey(columns, destination, key, negated, exists: exists)
    }

    private func hasKey(
        _ columns: [SQLText], _ entity: Entity, _ key: [Value], _ negated: Bool, exists: SQLText?
    ) -> SQLText? {
        guard key.map(\.storableType) == entity.keyTypes.map(Optional.some) else { return nil }
        let pairs = zip(columns, key)
        if negated {
            // These tests handle null and give true or false, so they can be negated.
            let same = pairs.map { dialect.isSame($0, "\(bind: $1)") } + (exists.map { [$0] } ?? [])
            return "NOT (\(.list(same, separator: " AND ")))"
        }
        let equal = pairs.map { "\($0) = \(bind: $1)" as SQLText } + (exists.map { [$0] } ?? [])
        return equal.count == 1 ? equal[0] : "(\(.list(equal, separator: " AND ")))"
    }

    func holdsKey(_ path: [String], _ keys: [ObjectKey], _ scope: QueryScope, _ negated: Bool) -> SQLText? {
        var (columns, types) = (scope.key, scope.entity.keyTypes)
        if !path.isEmpty {
            guard let (owner, relationship) = last(of: path, scope) else { return nil }
            columns = relationship.columns.map(owner.column)
            types = relationship.columns.map { owner.entity.columns[$0].type }
        }
        guard let holds = holdsKey(columns, types, keys) else { return nil }
        guard negated, !path.isEmpty else { return negated ? "NOT (\(holds))" : holds }
        let nulls = columns.map { "\($0) IS NULL" as SQLText }
        return .chain((["NOT (\(holds))"] + nulls)[...], by: "OR")
    }

    func quantified(
        _ quantifier: ExpressionTree.Quantifier, _ path: [String], _ name: String, _ inner: ExpressionTree,
        _ scope: QueryScope, _ negated: Bool
    ) -> SQLText? {
        guard let members = Members(of: name, at: path, scope, self),
            // “All” looks for a member that does not meet the condition.
            let condition = condition(inner, in: members.scope, negated: quantifier == .all)
        else { return nil }
        let exists =
            "EXISTS (SELECT 1 FROM \(members.source) WHERE \(members.link) AND \(condition))" as SQLText
        return (quantifier == .any) != negated ? exists : "NOT \(exists)"
    }

    func count(
        _ path: [String], _ name: String, _ inner: ExpressionTree?, in scope: QueryScope
    ) -> LoweredValue? {
        guard let members = Members(of: name, at: path, scope, self) else { return nil }
        var condition = members.link
        if let inner {
            guard let lowered = self.condition(inner, in: members.scope) else { return nil }
            condition = "\(condition) AND \(lowered)"
        }
        let sql = "(SELECT count(*) FROM \(members.source) WHERE \(condition))" as SQLText
        return LoweredValue(sql: sql, type: .integer, isOptional: false)
    }
}
