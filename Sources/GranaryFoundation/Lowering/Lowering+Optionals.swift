import Foundation
import Granary

extension PredicateExpressions.ForcedUnwrap: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered { try scope.lower(inner) }
}

extension PredicateExpressions.NilCoalesce: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        .value(try scope.value(lhs).coalesced(with: try scope.value(rhs)))
    }
}

extension PredicateExpressions.OptionalFlatMap: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        let outer = try scope.lower(wrapped)
        var inner = scope
        inner.set(variable.key, to: outer)
        let result = try inner.lower(transform)
        guard case .value(let value) = result,
            !value.cases.allSatisfy({ $0.when == nil && $0.tree.isNilThroughNil })
        else { return result }
        // A value that is never nil by itself is nil here where the optional is.
        let nothing = LoweredValue(.literal(.null))
        switch outer {
        case .object(let path, _): return .value(value.guarded(by: .not(.isEmpty(path: path)), or: nothing))
        case .outer(let model, .object(let path, _)):
            return .value(value.guarded(by: .outer(model, .not(.isEmpty(path: path))), or: nothing))
        case .value(let optional):
            let isThere = optional.map { .compare(.notEqual, $0, .literal(.null)) }.condition
            return .value(value.guarded(by: isThere, or: nothing))
        default: return result
        }
    }
}
