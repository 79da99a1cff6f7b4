/// Coding by case and label, as the compiler writes it for the cases, with a limit: coders recurse to the height of a
/// tree.
extension ExpressionTree: Codable {
    /// Decodes an expression.
    ///
    /// - Throws: ``GranaryError/Code/query`` for one that is nested too deeply; errors of the decoder.
    public init(from decoder: any Decoder) throws {
        try Self.requireHeight(at: decoder.codingPath)
        self = try CodedOperands.tree(from: decoder) ?? CodedTree(from: decoder).tree
    }

    /// Encodes the expression.
    ///
    /// - Throws: ``GranaryError/Code/query`` for one that was made by hand and is nested too deeply; errors of the
    ///   encoder.
    public func encode(to encoder: any Encoder) throws {
        try Self.requireHeight(at: encoder.codingPath)
        if try !CodedOperands.encode(self, to: encoder) { try CodedTree(self)?.encode(to: encoder) }
    }

    /// Refuses a path that is deeper than any tree that can be made.
    ///
    /// Each level has two keys: its case, and the label in it. A tree may itself be a part of something.
    private static func requireHeight(at path: [any CodingKey]) throws {
        if path.count > 2 * highest + 8 { throw tooDeep() }
    }
}

/// The cases of an expression, whose parts are expressions; functions and values of members are coded by themselves.
private enum CodedTree: Codable {
    typealias Comparison = ExpressionTree.Comparison
    typealias TextComparison = ExpressionTree.TextComparison
    typealias Arithmetic = ExpressionTree.Arithmetic
    typealias DatePart = ExpressionTree.DatePart
    typealias Quantifier = ExpressionTree.Quantifier

    case literal(Value)
    case attribute(path: [String], name: String)
    case isEmpty(path: [String])
    case refers(path: [String], key: [Value])
    case holdsKey(path: [String], keys: [ObjectKey])
    case compare(Comparison, ExpressionTree, ExpressionTree)
    case and(ExpressionTree, ExpressionTree)
    case or(ExpressionTree, ExpressionTree)
    case not(ExpressionTree)
    case isIn(ExpressionTree, [Value])
    case text(TextComparison, ExpressionTree, ExpressionTree, TextOptions)
    case matches(ExpressionTree, TextPattern, TextOptions)
    case arithmetic(Arithmetic, ExpressionTree, ExpressionTree)
    case datePart(DatePart, ExpressionTree)
    case quantified(Quantifier, path: [String], relationship: String, ExpressionTree)
    case countOf(path: [String], relationship: String, ExpressionTree?)
    case outer(String, ExpressionTree)
    case subquery(Subquery, ExpressionTree?)
    case aggregate(AggregateRequest.Column)

    init?(_ tree: ExpressionTree) {
        switch tree {
        case .function, .ofMembers: return nil
        default: break
        }
        self =
            switch tree {
            case .function, .ofMembers: .literal(.null)
            case .literal(let a): .literal(a)
            case .attribute(let a, let b): .attribute(path: a, name: b)
            case .isEmpty(let a): .isEmpty(path: a)
            case .refers(let a, let b): .refers(path: a, key: b)
            case .holdsKey(let a, let b): .holdsKey(path: a, keys: b)
            case .compare(let a, let b, let c): .compare(a, b, c)
            case .and(let a, let b): .and(a, b)
            case .or(let a, let b): .or(a, b)
            case .not(let a): .not(a)
            case .isIn(let a, let b): .isIn(a, b)
            case .text(let a, let b, let c, let d): .text(a, b, c, d)
            case .matches(let a, let b, let c): .matches(a, b, c)
            case .arithmetic(let a, let b, let c): .arithmetic(a, b, c)
            case .datePart(let a, let b): .datePart(a, b)
            case .quantified(let a, let b, let c, let d): .quantified(a, path: b, relationship: c, d)
            case .countOf(let a, let b, let c): .countOf(path: a, relationship: b, c)
            case .outer(let a, let b): .outer(a, b)
            case .subquery(let a, let b): .subquery(a, b)
            case .aggregate(let a): .aggregate(a)
            }
    }

    var tree: ExpressionTree {
        switch self {
        case .literal(let a): .literal(a)
        case .attribute(let a, let b): .attribute(path: a, name: b)
        case .isEmpty(let a): .isEmpty(path: a)
        case .refers(let a, let b): .refers(path: a, key: b)
        case .holdsKey(let a, let b): .holdsKey(path: a, keys: b)
        case .compare(let a, let b, let c): .compare(a, b, c)
        case .and(let a, let b): .and(a, b)
        case .or(let a, let b): .or(a, b)
        case .not(let a): .not(a)
        case .isIn(let a, let b): .isIn(a, b)
        case .text(let a, let b, let c, let d): .text(a, b, c, d)
        case .matches(let a, let b, let c): .matches(a, b, c)
        case .arithmetic(let a, let b, let c): .arithmetic(a, b, c)
        case .datePart(let a, let b): .datePart(a, b)
        case .quantified(let a, let b, let c, let d): .quantified(a, path: b, relationship: c, d)
        case .countOf(let a, let b, let c): .countOf(path: a, relationship: b, c)
        case .outer(let a, let b): .outer(a, b)
        case .subquery(let a, let b): .subquery(a, b)
        case .aggregate(let a): .aggregate(a)
        }
    }
}
