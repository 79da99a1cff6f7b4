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
