import Granary

extension ExpressionTree {
    /// Simpler expressions; some may not be valid where this one is.
    var simpler: [ExpressionTree] { replacements + rebuilt }

    /// The parts of the expression, to be put in its place.
    private var replacements: [ExpressionTree] {
        switch self {
        case .literal: []
        case .quantified, .countOf, .isEmpty, .refers, .holdsKey, .subquery:
            [.literal(.bool(true)), .literal(.bool(false))]
        case .attribute(let path, let name): path.isEmpty ? [] : [.attribute(path: [], name: name)]
        default: operands
        }
    }

    /// The same expression made of simpler parts.
    private var rebuilt: [ExpressionTree] {
        if case .aggregate = self { return [] }
        let inner = parts.enumerated().flatMap { position, part in
            part.simpler.map { replacingPart(at: position, with: $0) }
        }
        return simplerItself + inner
    }

    /// The same expression over the same parts, with less around them.
    private var simplerItself: [ExpressionTree] {
        switch self {
        case .holdsKey(let path, let keys): keys.withoutParts().map { .holdsKey(path: path, keys: $0) }
        case .isIn(let inner, let values): values.withoutParts().map { .isIn(inner, $0) }
        case .text(let comparison, let left, let right, let options):
            options.isEmpty ? [] : [.text(comparison, left, right, [])]
        case .matches(let inner, let pattern, let options):
            pattern.pieces.withoutParts().map { .matches(inner, TextPattern($0), options) }
        case .countOf(let path, let name, _?): [.countOf(path: path, relationship: name, nil)]
        case .ofMembers(.first(let terms), let path, let name, let operands) where !terms.isEmpty:
            [
                .ofMembers(
                    .first(descending: terms.dropLast()), path: path, relationship: name,
                    operands.dropLast())
            ]
        case .subquery(let query, let operand): query.simpler.map { .subquery($0, operand) }
        default: []
        }
    }
}

extension Subquery {
    /// The same query with less around its parts.
    fileprivate var simpler: [Subquery] {
        var queries: [Subquery] = []
        func add(_ change: (inout Subquery) -> Void) {
            var query = self
            change(&query)
            queries.append(query)
        }
        if predicate != nil { add { $0.predicate = nil } }
        if limit != nil { add { $0.limit = nil } }
        if offset > 0 { add { $0.offset = 0 } }
        for terms in sort.withoutParts() { add { $0.sort = terms } }
        return queries
    }
}
