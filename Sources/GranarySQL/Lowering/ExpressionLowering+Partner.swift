internal import GranaryStore

extension ExpressionLowering {
    /// The conditions for a row and a partner to be a pair; `nil` if the engine cannot evaluate one exactly.
    func matches(of partner: FetchRequest.Partner, in scope: QueryScope) -> [SQLText]? {
        var found: [SQLText] = []
        for key in partner.keys {
            guard let first = value(key.first, in: scope), let second = value(key.second, in: scope),
                first.type == second.type, first.type != .json
            else { return nil }
            // It is null, and so does not hold, where either is null.
            found.append("\(first.sql) = \(second.sql)")
        }
        for tree in partner.conditions {
            guard let condition = condition(tree, in: scope) else { return nil }
            found.append(condition)
        }
        return found
    }
}

extension FetchRequest.Partner {
    /// The conditions of the join, one by one.
    var parts: [ExpressionTree] {
        keys.map { .compare(.equal, $0.first, $0.second) } + conditions
    }
}
