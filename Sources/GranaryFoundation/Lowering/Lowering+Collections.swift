import Foundation
import Granary

extension PredicateExpressions.SequenceContains: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        guard case .constants(let values) = try scope.lower(sequence) else {
            throw scope.problem(
                "`contains` of a single object needs a list of constants; ask a relationship with `contains(where:)`."
            )
        }
        return .value(try scope.value(element).map { .isIn($0, values) })
    }
}

extension PredicateExpressions.SequenceContainsWhere: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        let (path, relationship, model, condition) = try scope.members(sequence)
        let test = try scope.inside(variable.key, of: model).condition(test)
        return .tree(
            .quantified(.any, path: path, relationship: relationship, .both(condition, test)))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        let (path, relationship, model, condition) = try scope.members(sequence)
        let test = try scope.inside(variable.key, of: model).condition(test)
        let all: ExpressionTree = condition.map { .or(.not($0), test) } ?? test
        return .tree(.quantified(.all, path: path, relationship: relationship, all))
    }
}

extension PredicateExpressions.Filter: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        let (path, relationship, model, condition) = try scope.members(sequence)
        let test = try scope.inside(variable.key, of: model).condition(filter)
        return .objects(
            path: path, relationship: relationship, model: model, where: .both(condition, test))
    }
}

extension LoweringScope {
    fileprivate func members(_ sequence: any PredicateExpression) throws -> (
        path: [String], relationship: String, model: any Model.Type, condition: ExpressionTree?
    ) {
        if case .objects(let path, let relationship, let model, let condition) = try lower(sequence) {
            return (path, relationship, model, condition)
        }
        throw problem(
            "The predicate puts a condition on the elements of a property that is not a relationship to many of the object itself."
        )
    }
}

extension PredicateExpressions.CollectionContainsCollection: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        .value(
            try scope.value(base).combined(with: try scope.value(other)) { .text(.contains, $0, $1, []) })
    }
}

extension PredicateExpressions.SequenceStartsWith: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        .value(
            try scope.value(base).combined(with: try scope.value(prefix)) { .text(.hasPrefix, $0, $1, []) })
    }
}
