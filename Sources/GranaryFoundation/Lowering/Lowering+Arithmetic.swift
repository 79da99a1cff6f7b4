import Foundation
import Granary

extension LoweringScope {
    fileprivate func arithmetic(
        _ operation: ExpressionTree.Arithmetic, _ left: any PredicateExpression,
        _ right: any PredicateExpression
    ) throws -> Lowered {
        .value(try value(left).combined(with: try value(right)) { .arithmetic(operation, $0, $1) })
    }
}

extension PredicateExpressions.Arithmetic: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        switch op {
        case .add: return try scope.arithmetic(.add, lhs, rhs)
        case .subtract: return try scope.arithmetic(.subtract, lhs, rhs)
        case .multiply: return try scope.arithmetic(.multiply, lhs, rhs)
        @unknown default: throw scope.problem("The predicate uses an unknown operation.")
        }
    }
}

extension PredicateExpressions.UnaryMinus: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        guard case .value(let zero) = try PredicateExpressions.Value(Wrapped.Output.zero).lower(in: scope)
        else {
            throw scope.problem("The predicate negates a value that is not a number.")
        }
        return .value(zero.combined(with: try scope.value(wrapped)) { .arithmetic(.subtract, $0, $1) })
    }
}

extension PredicateExpressions.IntDivision: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered { try scope.arithmetic(.divide, lhs, rhs) }
}

extension PredicateExpressions.FloatDivision: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered { try scope.arithmetic(.divide, lhs, rhs) }
}

extension PredicateExpressions.IntRemainder: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered { try scope.arithmetic(.remainder, lhs, rhs) }
}
