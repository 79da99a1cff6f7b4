import Granary

extension ExpressionTree {
    /// Simpler expressions; some may not be valid where this one is.
    var simpler: [ExpressionTree] { parts + rebuilt }

    /// The parts of the expression, to be put in its place.
    private var parts: [ExpressionTree] {
        switch self {
        case .literal: []
        case .quantified, .countOf, .isEmpty, .refers, .holdsKey:
            [.literal(.bool(true)), .literal(.bool(false))]
        case .attribute(let path, let name): path.isEmpty ? [] : [.attribute(path: [], name: name)]
        default: operands
        }
    }

    /// The same expression made of simpler parts.
    private var rebuilt: [ExpressionTree] {
        switch self {
        case .literal, .attribute, .isEmpty, .aggregate: return []
        case .refers: return []
        case .holdsKey(let path, let keys): return keys.withoutParts().map { .holdsKey(path: path, keys: $0) }
        case .compare(let comparison, let left, let right):
            return pairs(left, right) { .compare(comparison, $0, $1) }
        case .and(let left, let right): return pairs(left, right) { .and($0, $1) }
        case .or(let left, let right): return pairs(left, right) { .or($0, $1) }
        case .not(let inner): return inner.simpler.map { .not($0) }
        case .isIn(let inner, let values):
            return values.withoutParts().map { .isIn(inner, $0) } + inner.simpler.map { .isIn($0, values) }
        case .text(let comparison, let left, let right, let options):
            let plain: [ExpressionTree] = options.isEmpty ? [] : [.text(comparison, left, right, [])]
            return plain + pairs(left, right) { .text(comparison, $0, $1, options) }
        case .matches(let inner, let pattern, let options):
            return pattern.pieces.withoutParts().map { .matches(inner, TextPattern($0), options) }
                + inner.simpler.map { .matches($0, pattern, options) }
        case .arithmetic(let operation, let left, let right):
            return pairs(left, right) { .arithmetic(operation, $0, $1) }
        case .datePart(let part, let inner): return inner.simpler.map { .datePart(part, $0) }
        case .quantified(let quantifier, let path, let name, let inner):
            return inner.simpler.map { .quantified(quantifier, path: path, relationship: name, $0) }
        case .countOf(let path, let name, let inner):
            guard let inner else { return [] }
            return [.countOf(path: path, relationship: name, nil)]
                + inner.simpler.map { .countOf(path: path, relationship: name, $0) }
        }
    }

    private func pairs(
        _ left: ExpressionTree, _ right: ExpressionTree,
        _ make: (ExpressionTree, ExpressionTree) -> ExpressionTree
    ) -> [ExpressionTree] {
        left.simpler.map { make($0, right) } + right.simpler.map { make(left, $0) }
    }
}
