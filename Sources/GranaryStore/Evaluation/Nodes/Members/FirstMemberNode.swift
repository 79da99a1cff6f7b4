/// The value of an expression on the first object of a relationship to many; `nil` without one.
final class FirstMemberNode: ValueNode {
    private let members: MemberSet
    private let sorter: RowSorter
    private let expression: any EvaluationNode

    init(of members: MemberSet, by sorter: RowSorter, _ expression: any EvaluationNode) {
        self.members = members
        self.sorter = sorter
        self.expression = expression
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        var first: (keys: [Value], value: Result<Value, any Error>)?
        try members.forEach(from: row, in: source) { member, source in
            var keys: [Value] = []
            try sorter.appendKeys(of: member, in: source, to: &keys)
            if let found = first, !sorter.precedes(keys, at: 0, found.keys, at: 0) { return true }
            // The row cannot be kept, so its value is read now. An error counts only if no other row comes before.
            first = (keys, Result { try expression.value(of: member, in: source) })
            return true
        }
        return try first?.value.get() ?? .null
    }
}
