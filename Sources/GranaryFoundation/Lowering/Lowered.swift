import Granary

/// The result of lowering a part of a predicate.
enum Lowered {
    /// An object at the end of a path of relationships to one.
    case object(path: [String], model: any Model.Type)
    /// The objects of a relationship to many, or those of them for which a condition holds.
    case objects(path: [String], relationship: String, model: any Model.Type, where: ExpressionTree?)
    /// A value.
    case value(LoweredValue)
    /// Constants.
    case constants([Value])
    /// The range between two values.
    case range(LoweredValue, LoweredValue, isClosed: Bool)
    /// An object, or objects, as the nearest object of a model around a condition on members sees them.
    indirect case outer(String, Lowered)

    /// What an object around a condition on members sees, for that condition.
    func seen(from model: String) -> Lowered {
        switch self {
        case .value(let value): .value(value.seen(from: model))
        case .object, .objects, .outer: .outer(model, self)
        case .constants, .range: self
        }
    }

    /// A value or condition without alternatives.
    static func tree(_ tree: ExpressionTree) -> Lowered { .value(LoweredValue(tree)) }

    /// The part as a value.
    func value(in scope: LoweringScope) throws -> LoweredValue {
        if case .value(let value) = self { return value }
        throw scope.problem("The predicate uses an object, a collection or a range where a value is needed.")
    }

    /// The part as a condition.
    func condition(in scope: LoweringScope) throws -> ExpressionTree { try value(in: scope).condition }
}

extension ExpressionTree {
    /// Both conditions; either may be missing.
    static func both(_ left: ExpressionTree?, _ right: ExpressionTree?) -> ExpressionTree? {
        guard let left else { return right }
        return right.map { .and(left, $0) } ?? left
    }

    /// A condition, and another that may be missing.
    static func both(_ left: ExpressionTree?, _ right: ExpressionTree) -> ExpressionTree {
        left.map { .and($0, right) } ?? right
    }

    /// Whether the expression is true or false and never `nil`.
    var isCondition: Bool {
        switch self {
        case .isEmpty, .refers, .holdsKey, .compare, .and, .or, .not, .isIn, .text, .matches, .quantified:
            true
        case .literal(let value): !value.isNull
        case .countOf: true
        case .outer(_, let inner): inner.isCondition
        case .attribute, .arithmetic, .datePart, .function, .ofMembers, .subquery, .aggregate: false
        }
    }

    /// Whether the expression is `nil` by itself where a path it goes along is empty.
    var isNilThroughNil: Bool {
        switch self {
        case .attribute: true
        case .datePart(_, let inner), .outer(_, let inner): inner.isNilThroughNil
        case .function(.number, let operands), .function(.text, let operands), .function(.date, let operands):
            operands.contains(where: \.isNilThroughNil)
        case .arithmetic(_, let left, let right): left.isNilThroughNil || right.isNilThroughNil
        default: false
        }
    }
}
