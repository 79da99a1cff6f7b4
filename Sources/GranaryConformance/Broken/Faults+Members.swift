import Granary

/// Takes a sum of nothing for `nil`, as SQL does.
final class NilSumOfNothing: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .ofMembers(.sum, _, _, _) = tree else { return tree }
        return .function(.choice(.nilIf), [tree, .literal(.integer(0))])
    }
}

/// Aggregates all members, whatever the condition.
final class UnfilteredMembers: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .ofMembers(let function, let path, let name, var operands) = tree else { return tree }
        operands[1] = .literal(.bool(true))
        return .ofMembers(function, path: path, relationship: name, operands)
    }
}

/// Breaks ties of the first member by the smallest key, also in a descending order.
final class AscendingTies: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .ofMembers(.first(let terms), let path, let name, let operands) = tree,
            terms.last == true
        else { return tree }
        // A last term that is the same for all, and ascending.
        return .ofMembers(
            .first(descending: terms + [false]), path: path, relationship: name,
            operands + [.literal(.bool(true))])
    }
}

/// Answers a request for the members of several owners as if all were members of the first one.
final class RowsOfAnotherOwner: BrokenSession {
    override func distort(_ rows: [[Value]], of request: FetchRequest) -> [[Value]] {
        guard case .holdsKey(let path, let keys)? = request.predicate?.conjuncts.first, keys.count > 1,
            let name = path.last, let reference = request.entity.relationship(name)
        else { return rows }
        return rows.map { row in
            var row = row
            for (column, part) in zip(reference.columns, keys[0].values) { row[column] = part }
            return row
        }
    }
}
