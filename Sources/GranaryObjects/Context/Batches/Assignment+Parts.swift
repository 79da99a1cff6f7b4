extension Assignment {
    /// The assignments with those of parts of one structured attribute as one, in the place of the first.
    ///
    /// Those of the same part, or of a part of it, stay apart, which is an error of the batch.
    static func joiningParts(_ assignments: [Assignment]) -> [Assignment] {
        var joined: [Assignment] = []
        for assignment in assignments {
            guard let (path, form, value) = assignment.part,
                let position = joined.firstIndex(where: {
                    $0.property == assignment.property && $0.has(otherPartsThan: path)
                }),
                case .expression(let whole) = joined[position].value
            else {
                joined.append(assignment)
                continue
            }
            joined[position] = Assignment(
                property: assignment.property,
                value: .expression(.function(.structure(.setting(path, form)), [whole, value])),
                problem: nil)
        }
        return joined
    }

    /// The part that is set, the last one of several, and its value; `nil` where a whole attribute is set.
    private var part: (path: [String], form: ExpressionTree.StructuredForm, value: ExpressionTree)? {
        guard case .expression(.function(.structure(.setting(let path, let form)), let operands)) = value,
            operands.count == 2
        else { return nil }
        return (path, form, operands[1])
    }

    /// Whether only parts are set, and none of them lies at a path, in it or around it.
    private func has(otherPartsThan path: [String]) -> Bool {
        guard case .expression(var tree) = value else { return false }
        var found = false
        while case .function(.structure(.setting(let other, _)), let operands) = tree,
            let whole = operands.first
        {
            if other.starts(with: path) || path.starts(with: other) { return false }
            (tree, found) = (whole, true)
        }
        return found
    }
}
