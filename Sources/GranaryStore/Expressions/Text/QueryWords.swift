/// The words of the grammar, and how names and texts are written between them.
enum QueryWords {
    /// The words that are no names unless they stand between backticks.
    static let reserved: Set<String> = [
        "after", "and", "as", "ascending", "by", "descending", "else", "false", "in", "is", "limit", "nil",
        "not",
        "offset", "or", "prefetching", "self", "skipping", "sorted", "then", "true", "unfiltered", "where",
    ]

    /// The functions of a relationship to many.
    static let members: Set<String> = [
        "any", "all", "none", "count", "first", "sum", "average", "minimum", "maximum",
    ]
    /// The functions of a relationship to many, with a value between their brackets, that without one are aggregates of groups.
    static let aggregates: Set<String> = ["sum", "average", "minimum", "maximum"]
    /// The aggregates of an expression.
    static let columns = ["sum", "average", "minimum", "maximum", "valueCount", "distinctCount"]

    /// The functions that stand behind a value or a relationship to many, to find the one that was meant.
    static var methods: [String] {
        columns + [
            "any", "all", "none", "count", "first", "like", "containsElement", "setting", "elementCount",
            "absolute",
            "rounded", "smaller", "larger", "squareRoot", "real", "decimal", "integer", "or", "nilIf",
            "scalarCount",
            "byteCount", "uppercased", "lowercased", "trimmed", "part", "position", "replacing", "appending",
            "text", "matches", "rank", "highlighting",
            "adding", "difference", "beginning",
        ] + ExpressionTree.TextComparison.allCases.map(\.textName)
            + ExpressionTree.DatePart.allCases.map(\.rawValue)
            + ExpressionTree.Quantifier.allCases.map(\.elementName)
            + ExpressionTree.ElementaryFunction.allCases.map(\.rawValue)
            + AttributeType.allCases.map { "\($0.rawValue)Value" }
    }

    /// A name as a query writes it, between backticks where it would be read as something else.
    static func name(_ name: String) -> String {
        isPlain(name) && !reserved.contains(name) ? name : quoted(name, by: "`")
    }

    /// Names with points between them.
    static func path(_ names: [String]) -> String { names.map(name).joined(separator: ".") }

    /// A text between two signs, with escapes for those and for what cannot be seen.
    static func quoted(_ text: String, by sign: Unicode.Scalar) -> String {
        var quoted = String.UnicodeScalarView([sign])
        for scalar in text.unicodeScalars {
            switch scalar {
            case sign, "\\": quoted += ["\\", scalar]
            case "\n": quoted += ["\\", "n"]
            case "\r": quoted += ["\\", "r"]
            case "\t": quoted += ["\\", "t"]
            case _ where isSeen(scalar): quoted.append(scalar)
            default: quoted += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
            }
        }
        quoted.append(sign)
        return String(quoted)
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return false }
        return (first == "_" || first.properties.isXIDStart)
            && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            false
        default: true
        }
    }
}

extension ExpressionTree.TextComparison {
    /// The name in the text of a query.
    var textName: String { self == .equal ? "equals" : rawValue }

    init?(textName: String) {
        guard let found = Self.allCases.first(where: { $0.textName == textName }) else { return nil }
        self = found
    }
}

extension ExpressionTree.Quantifier {
    /// The name of the function of a list in the text of a query.
    var elementName: String {
        switch self {
        case .any: "anyElement"
        case .all: "allElements"
        case .none: "noElement"
        }
    }

    init?(elementName: String) {
        guard let found = Self.allCases.first(where: { $0.elementName == elementName }) else { return nil }
        self = found
    }
}

extension ExpressionTree.MemberFunction {
    /// The aggregate with a name in the text of a query; `nil` for none.
    init?(named name: String) {
        switch name {
        case "sum": self = .sum
        case "average": self = .average
        case "minimum": self = .minimum
        case "maximum": self = .maximum
        default: return nil
        }
    }

    /// The name in the text of a query.
    var textName: String { self == .average ? "average" : name }
}

extension AggregateRequest.Column {
    /// The aggregate of an expression with a name in the text of a query; `nil` for none.
    init?(named name: String, of tree: ExpressionTree) {
        switch name {
        case "sum": self = .sum(tree)
        case "average": self = .average(tree)
        case "minimum": self = .minimum(tree)
        case "maximum": self = .maximum(tree)
        case "valueCount": self = .countOf(tree)
        case "distinctCount": self = .countDistinct(tree)
        default: return nil
        }
    }

    /// The kind of the aggregate of values of a kind; `nil` where it is not known.
    func type(_ value: AttributeType?) -> AttributeType? {
        switch self {
        case .count, .countOf, .countDistinct: .integer
        case .average: value == .decimal ? .decimal : value == nil ? nil : .real
        default: value
        }
    }
}
