import Granary

/// Rounds halves to even where they are to be rounded away from zero.
final class HalvesToEven: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .function(.number(.rounded(let places, .toNearestOrAwayFromZero)), let operands) = tree
        else {
            return tree
        }
        return .function(.number(.rounded(places: places, .toNearestOrEven)), operands)
    }
}

/// Leaves `nil` out where the smaller of two values is wanted, as `LEAST` of some engines does.
final class SmallerWithoutNil: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .function(.number(.smaller), let operands) = tree else { return tree }
        return .function(.choice(.coalesce), [tree] + operands)
    }
}

/// Takes the difference of the numbers of two years for the years between two dates.
final class NumberedYears: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .function(.date(.difference(.year)), let operands) = tree, operands.count == 2 else {
            return tree
        }
        return .arithmetic(.subtract, .datePart(.year, operands[0]), .datePart(.year, operands[1]))
    }
}

/// Counts the bytes of texts for their characters.
final class CountedBytes: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .function(.text(.scalarCount), let operands) = tree else { return tree }
        return .function(.text(.byteCount), operands)
    }
}

/// Loses the words of a text behind its first space, as an index that was not filled to the end.
final class LostWords: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .function(.search(.matches), var operands) = tree, let text = operands.first else {
            return tree
        }
        let space = ExpressionTree.function(.text(.position), [text, .literal(.text(" "))])
        let length = ExpressionTree.function(.choice(.coalesce), [space, .literal(.integer(.max))])
        operands[0] = .function(.text(.part), [text, .literal(.integer(0)), length])
        return .function(.search(.matches), operands)
    }
}

/// Computes aggregates without their conditions.
final class UnfilteredAggregates: BrokenSession {
    override func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        var request = request
        request.columns = request.columns.map { column in
            if case .countOf(let tree) = column {
                .countOf(unfiltered(tree))
            } else if case .sum(let tree) = column {
                .sum(unfiltered(tree))
            } else {
                column
            }
        }
        return try super.aggregate(request)
    }

    private func unfiltered(_ tree: ExpressionTree) -> ExpressionTree {
        if case .function(.choice(.choose), let operands) = tree { operands[1] } else { tree }
    }
}

/// Takes the value of the last condition that holds.
final class LastChoice: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .function(.choice(.choose), let operands) = tree, let last = operands.last else {
            return tree
        }
        let pairs = stride(from: 0, to: operands.count - 1, by: 2).map { operands[$0...($0 + 1)] }
        return .function(.choice(.choose), pairs.reversed().flatMap { $0 } + [last])
    }
}
