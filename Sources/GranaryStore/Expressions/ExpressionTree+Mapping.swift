extension ExpressionTree {
    /// The expressions directly inside this one, in their order: operands, and what is seen from the objects of a
    /// relationship; those of another query, and then its operand.
    ///
    /// A chain of `and` or of `or` has two; ``operands`` takes it as one.
    package var parts: [ExpressionTree] {
        switch self {
        case .literal, .attribute, .isEmpty, .refers, .holdsKey, .countOf(_, _, nil): []
        case .aggregate(let column): column.operand.map { [$0] } ?? []
        case .function(_, let operands), .ofMembers(_, _, _, let operands): operands
        case .subquery(let query, let operand): query.parts + (operand.map { [$0] } ?? [])
        case .compare(_, let left, let right), .and(let left, let right), .or(let left, let right),
            .text(_, let left, let right, _), .arithmetic(_, let left, let right):
            [left, right]
        case .not(let inner), .isIn(let inner, _), .matches(let inner, _, _), .datePart(_, let inner),
            .outer(_, let inner),
            .quantified(_, _, _, let inner), .countOf(_, _, let inner?):
            [inner]
        }
    }

    /// The same expression with other paths, operands, and parts that are seen from the objects of a relationship, taken in
    /// the order of ``parts``.
    ///
    /// Those of another query, and those seen from outer objects, count as conditions on objects. Columns of groups stay as they are.
    // Untyped errors: the compiler (6.3) crashes on a closure without errors where their type is generic.
    package func mapped(
        path change: ([String]) -> [String] = { $0 }, members: (ExpressionTree) throws -> ExpressionTree,
        operands: (ExpressionTree) throws -> ExpressionTree
    ) rethrows -> ExpressionTree {
        switch self {
        case .literal, .aggregate: self
        case .attribute(let path, let name): .attribute(path: change(path), name: name)
        case .isEmpty(let path): .isEmpty(path: change(path))
        case .refers(let path, let key): .refers(path: change(path), key: key)
        case .holdsKey(let path, let keys): .holdsKey(path: change(path), keys: keys)
        case .compare(let comparison, let left, let right):
            .compare(comparison, try operands(left), try operands(right))
        case .and(let left, let right): .and(try operands(left), try operands(right))
        case .or(let left, let right): .or(try operands(left), try operands(right))
        case .not(let inner): .not(try operands(inner))
        case .isIn(let inner, let values): .isIn(try operands(inner), values)
        case .text(let comparison, let left, let right, let options):
            .text(comparison, try operands(left), try operands(right), options)
        case .matches(let inner, let pattern, let options): .matches(try operands(inner), pattern, options)
        case .arithmetic(let operation, let left, let right):
            .arithmetic(operation, try operands(left), try operands(right))
        case .datePart(let part, let inner): .datePart(part, try operands(inner))
        case .function(let function, let inner): .function(function, try inner.map(operands))
        case .outer(let model, let inner): .outer(model, try members(inner))
        case .subquery(let query, let operand):
            .subquery(try query.mapped(members), try operand.map(operands))
        case .quantified(let quantifier, let path, let relationship, let condition):
            .quantified(
                quantifier, path: change(path), relationship: relationship, try members(condition))
        case .countOf(let path, let relationship, nil):
            .countOf(path: change(path), relationship: relationship, nil)
        case .countOf(let path, let relationship, let condition?):
            .countOf(path: change(path), relationship: relationship, try members(condition))
        case .ofMembers(let function, let path, let relationship, let inner):
            .ofMembers(
                function, path: change(path), relationship: relationship, try inner.map(members))
        }
    }

    /// The same expression with the part at a position of ``parts`` replaced.
    package func replacingPart(at position: Int, with part: ExpressionTree) -> ExpressionTree {
        var next = 0
        func replaced(_ tree: ExpressionTree) -> ExpressionTree {
            defer { next += 1 }
            return next == position ? part : tree
        }
        return mapped(members: replaced, operands: replaced)
    }
}
