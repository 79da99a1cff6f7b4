import Foundation
import Granary

extension PredicateExpressions.Conditional: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        let condition = try scope.condition(test)
        let (held, other) = (try scope.value(trueBranch), try scope.value(falseBranch))
        return .value(
            held.combined(with: other) { .function(.choice(.choose), [condition, $0, $1]) })
    }
}
