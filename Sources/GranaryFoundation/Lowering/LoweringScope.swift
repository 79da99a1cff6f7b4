import Foundation
import Granary

/// The meaning of the variables of a predicate while it is lowered.
struct LoweringScope {
    /// The model of the objects that the part is about.
    let entity: String
    private var variables: [PredicateExpressions.VariableID: (level: Int, meaning: Lowered)] = [:]
    /// The models of the objects around the part, the innermost last.
    private var around: [String] = []
    /// The number of parts around the one that is lowered.
    private var depth = 0

    /// The deepest nesting of parts, to which lowering recurses.
    ///
    /// Foundation nests the conditions of a chain too.
    private static let deepest = 256

    init(entity: String) { self.entity = entity }

    /// Gives a variable its meaning in the present part and in those inside it.
    mutating func set(_ variable: PredicateExpressions.VariableID, to meaning: Lowered) {
        variables[variable] = (around.count, meaning)
    }

    /// What a variable means; `nil` for one of another predicate.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an object that another one of its model, which is nearer, hides.
    func meaning(of variable: PredicateExpressions.VariableID) throws -> Lowered? {
        guard let (level, meaning) = variables[variable] else { return nil }
        guard level < around.count else { return meaning }
        let model = around[level]
        if around[(level + 1)...].contains(model) {
            throw problem(
                "A condition on the objects of a relationship refers to an object around another one of \(model), which is nearer; use a condition on fields with a query of \(model)."
            )
        }
        return .outer(model, meaning)
    }

    /// The scope of a condition on the objects of a relationship to many.
    func inside(_ variable: PredicateExpressions.VariableID, of model: any Model.Type) -> LoweringScope {
        var scope = LoweringScope(entity: model.modelDescription.name)
        scope.depth = depth
        scope.variables = variables
        scope.around = around + [entity]
        scope.set(variable, to: .object(path: [], model: model))
        return scope
    }

    /// Lowers a part of a predicate.
    ///
    /// - Throws: ``GranaryError/Code/query``, naming the part, when stores cannot answer it alike.
    func lower(_ expression: any PredicateExpression) throws -> Lowered {
        if let expression = expression as? any LowerableExpression {
            guard depth < Self.deepest else {
                throw problem(
                    "The predicate is nested more than \(Self.deepest) levels deep; split it into several, which `matching` joins."
                )
            }
            var scope = self
            scope.depth += 1
            return try expression.lower(in: scope)
        }
        let name = String(describing: type(of: expression)).unicodeScalars.prefix { $0 != "<" }
        let spelled = Self.spellings[String(name)].map { "`\($0)`" } ?? "“\(name)”"
        throw problem(
            "The predicate uses \(spelled), which stores do not answer alike; use a condition on fields, `\(entity).where { $0.… }`, or filter the objects."
        )
    }

    /// Lowers a part to a value.
    func value(_ expression: any PredicateExpression) throws -> LoweredValue {
        try lower(expression).value(in: self)
    }

    /// Lowers a part to a condition.
    func condition(_ expression: any PredicateExpression) throws -> ExpressionTree {
        try lower(expression).condition(in: self)
    }

    /// The error of a predicate that cannot be lowered.
    func problem(_ message: String) -> GranaryError {
        GranaryError(.query, message, context: .init(entity: entity))
    }

    /// How predicates spell operations that cannot be lowered.
    private static let spellings = [
        "StringLocalizedStandardContains": "localizedStandardContains",
        "StringCaseInsensitiveCompare": "caseInsensitiveCompare",
        "StringLocalizedCompare": "localizedCompare", "StringContainsRegex": "contains(regex)",
        "ConditionalCast": "as?", "ForceCast": "as!", "TypeCheck": "is",
        "CollectionIndexSubscript": "[index]", "CollectionRangeSubscript": "[range]",
        "DictionaryKeySubscript": "[key]", "DictionaryKeyDefaultValueSubscript": "[key, default:]",
        "SequenceMinimum": "min", "SequenceMaximum": "max", "PredicateEvaluate": "evaluate",
        "ExpressionEvaluate": "evaluate",
    ]
}
