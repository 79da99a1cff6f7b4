import Foundation
import Granary

extension PredicateExpressions.Equal: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered { try scope.equality(lhs, rhs, isEqual: true) }
}

extension PredicateExpressions.NotEqual: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered { try scope.equality(lhs, rhs, isEqual: false) }
}

extension LoweringScope {
    fileprivate func equality(
        _ left: any PredicateExpression, _ right: any PredicateExpression, isEqual: Bool
    ) throws -> Lowered {
        let (left, right) = (try lower(left), try lower(right))
        if case .object(let path, _) = left, !path.isEmpty { return try presence(path, right, isEqual) }
        if case .object(let path, _) = right, !path.isEmpty { return try presence(path, left, isEqual) }
        for (one, other) in [(left, right), (right, left)] {
            guard case .outer(let model, .object(let path, _)) = one, !path.isEmpty else { continue }
            return try presence(path, other, isEqual).seen(from: model)
        }
        let (first, second) = (try left.value(in: self), try right.value(in: self))
        return .value(first.combined(with: second) { .compare(isEqual ? .equal : .notEqual, $0, $1) })
    }

    private func presence(_ path: [String], _ other: Lowered, _ isEqual: Bool) throws -> Lowered {
        guard case .value(let value) = other, value.cases.map(\.tree) == [.literal(.null)] else {
            throw problem(
                "The predicate compares the object at “\(path.joined(separator: "."))” with a value other than nil; compare its key instead."
            )
        }
        return .tree(isEqual ? .isEmpty(path: path) : .not(.isEmpty(path: path)))
    }
}

extension PredicateExpressions.Comparison: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        let comparison: ExpressionTree.Comparison
        switch op {
        case .lessThan: comparison = .less
        case .lessThanOrEqual: comparison = .lessOrEqual
        case .greaterThan: comparison = .greater
        case .greaterThanOrEqual: comparison = .greaterOrEqual
        @unknown default: throw scope.problem("The predicate uses an unknown comparison.")
        }
        return .value(
            try scope.value(lhs).combined(with: try scope.value(rhs)) { .compare(comparison, $0, $1) })
    }
}

extension PredicateExpressions.RangeExpressionContains: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        guard case .range(let lower, let upper, let isClosed) = try scope.lower(range) else {
            throw scope.problem("The predicate uses a range without two bounds.")
        }
        let element = try scope.value(element)
        let above = element.combined(with: lower) { .compare(.greaterOrEqual, $0, $1) }
        let below = element.combined(with: upper) { .compare(isClosed ? .lessOrEqual : .less, $0, $1) }
        return .tree(.and(above.condition, below.condition))
    }
}

extension PredicateExpressions.Conjunction: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        .tree(.both(try scope.condition(lhs), try scope.condition(rhs)))
    }
}

extension PredicateExpressions.Disjunction: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        .tree(.either(try scope.condition(lhs), try scope.condition(rhs)))
    }
}

extension PredicateExpressions.Negation: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered { .tree(.not(try scope.condition(wrapped))) }
}
