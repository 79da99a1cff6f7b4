/// Whether the relationship to one at the end of a path leads nowhere.
final class EmptinessNode: ConditionNode {
    private let path: [Relationship]

    init(_ path: [Relationship]) { self.path = path }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        try source.end(of: path, from: row) == nil
    }
}

/// Whether the object at the end of a path has a key.
final class ReferenceNode: ConditionNode {
    private let path: ArraySlice<Relationship>
    private let last: Relationship
    private let key: [Value]

    /// Makes the node; `last` is the end of the path.
    init(_ path: ArraySlice<Relationship>, _ last: Relationship, key: [Value]) {
        self.path = path
        self.last = last
        self.key = key
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard let owner = try source.end(of: path, from: row) else { return false }
        for (column, part) in zip(last.columns, key)
        where try !ExpressionTree.Comparison.equal.holds(owner.value(at: column), part) { return false }
        return try source.destination(of: last, from: owner) != nil
    }
}

/// Whether the row itself has a key.
final class IdentityNode: ConditionNode {
    private let columns: [Int]
    private let key: [Value]

    init(columns: [Int], key: [Value]) {
        self.columns = columns
        self.key = key
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        for (column, part) in zip(columns, key)
        where try !ExpressionTree.Comparison.equal.holds(row.value(at: column), part) { return false }
        return true
    }
}

/// Whether the columns of a reference, or of the row's own key, hold one of several keys.
final class KeyListNode: ConditionNode {
    private let path: [Relationship]
    private let columns: [Int]
    private let keys: Set<ObjectKey>

    init(_ path: [Relationship], columns: [Int], keys: Set<ObjectKey>) {
        self.path = path
        self.columns = columns
        self.keys = keys
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard let owner = try source.end(of: path, from: row),
            let key = ObjectKey(try columns.map { try owner.value(at: $0) })
        else { return false }
        return keys.contains(key)
    }
}

/// Whether any, all or none of the objects of a relationship to many satisfy a condition.
final class QuantifierNode: ConditionNode {
    private let quantifier: ExpressionTree.Quantifier
    private let path: [Relationship]
    private let members: Relationship
    private let condition: any EvaluationNode

    init(
        _ quantifier: ExpressionTree.Quantifier, _ path: [Relationship], _ members: Relationship,
        _ condition: any EvaluationNode
    ) {
        self.quantifier = quantifier
        self.path = path
        self.members = members
        self.condition = condition
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard let owner = try source.end(of: path, from: row) else { return quantifier != .any }
        // “All” looks for one that does not satisfy the condition, the others for one that does.
        let decisive = quantifier != .all
        var isFound = false
        try source.forEachMember(of: members, from: owner) { member in
            isFound = try condition.holds(on: member, in: source) == decisive
            return !isFound
        }
        return isFound == (quantifier == .any)
    }
}

/// How many objects of a relationship to many satisfy a condition.
final class CountNode: ValueNode {
    private let path: [Relationship]
    private let members: Relationship
    private let condition: (any EvaluationNode)?

    init(_ path: [Relationship], _ members: Relationship, _ condition: (any EvaluationNode)?) {
        self.path = path
        self.members = members
        self.condition = condition
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        guard let owner = try source.end(of: path, from: row) else { return .integer(0) }
        var count: Int64 = 0
        try source.forEachMember(of: members, from: owner) { member in
            if try condition?.holds(on: member, in: source) ?? true { count += 1 }
            return true
        }
        return .integer(count)
    }
}
