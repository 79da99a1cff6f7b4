import Granary

/// Reads integers in structured values as floating-point numbers, as JSON of some engines does.
final class RealParts: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .function(.structure(.part(let path, .integer)), let operands) = tree else { return tree }
        return .function(.structure(.part(path, .real)), operands)
    }
}

/// Takes texts that are missing in structured values for empty ones.
final class EmptyParts: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .function(.structure(.part(_, .text)), _) = tree else { return tree }
        return .function(.choice(.coalesce), [tree, .literal(.text(""))])
    }
}

/// Takes a condition on any element of a list for one on all of them.
final class AllElements: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .function(.structure(.quantified(.any)), let operands) = tree else { return tree }
        return .function(.structure(.quantified(.all)), operands)
    }
}
