import FoundationEssentials
import Granary

/// Writes programs for people: with all values, which are made up and thus no secrets.
enum ProgramText {
    /// A value.
    static func text(_ value: Value) -> String {
        switch value {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let value): "real \(value)"
        case .text(let value): quoted(value)
        case .data(let value): "bytes [\(value.map { String($0, radix: 16) }.joined(separator: " "))]"
        case .date(let value): "date \(value)"
        case .uuid(let value): "uuid \(value.uuidString)"
        case .decimal(let value): "decimal \(value)"
        }
    }

    /// Values.
    static func text(_ values: [Value]) -> String { "(\(values.map { text($0) }.joined(separator: ", ")))" }

    /// Keys.
    static func text(_ keys: [ObjectKey]) -> String {
        "[\(keys.map { text($0.values) }.joined(separator: ", "))]"
    }

    /// Rows, each in a line.
    static func text(_ rows: [[Value]]) -> String {
        rows.isEmpty ? "no rows" : rows.map { "\n        \(text($0))" }.joined()
    }

    /// Text in which every scalar outside plain ASCII is escaped, so that look-alikes differ.
    static func quoted(_ text: String) -> String {
        "\"\(text.unicodeScalars.map { $0 == "\\" ? "\\\\" : $0.escaped(asASCII: true) }.joined())\""
    }

    /// A path of relationships, and the property at its end.
    static func path(_ path: [String], _ end: String? = nil) -> String {
        (["$0"] + path + [end].compactMap { $0 }).joined(separator: ".")
    }
}

extension ExpressionTree {
    /// The expression for people.
    var programText: String {
        switch self {
        case .literal(let value): ProgramText.text(value)
        case .attribute(let path, let name): ProgramText.path(path, name)
        case .isEmpty(let path): "isEmpty(\(ProgramText.path(path)))"
        case .refers(let path, let key): "\(ProgramText.path(path)) is \(ProgramText.text(key))"
        case .holdsKey(let path, let keys): "\(ProgramText.path(path)) holds one of \(ProgramText.text(keys))"
        case .compare(let comparison, let left, let right):
            "(\(left.programText) \(comparison.rawValue) \(right.programText))"
        case .and(let left, let right): "(\(left.programText) and \(right.programText))"
        case .or(let left, let right): "(\(left.programText) or \(right.programText))"
        case .not(let inner): "not \(inner.programText)"
        case .isIn(let inner, let values): "\(inner.programText) in \(ProgramText.text(values))"
        case .text(let comparison, let left, let right, let options):
            "(\(left.programText) text.\(comparison.rawValue)[\(options.rawValue)] \(right.programText))"
        case .matches(let inner, let pattern, let options):
            "\(inner.programText) like[\(options.rawValue)] \(pattern.programText)"
        case .arithmetic(let operation, let left, let right):
            "(\(left.programText) \(operation.rawValue) \(right.programText))"
        case .datePart(let part, let inner): "\(inner.programText).\(part.rawValue)"
        case .function(let function, let operands):
            "\(function.name)(\(operands.map(\.programText).joined(separator: ", ")))"
        case .quantified(let quantifier, let path, let name, let inner):
            "\(ProgramText.path(path, name)).\(quantifier.rawValue){ \(inner.programText) }"
        case .countOf(let path, let name, let inner):
            "\(ProgramText.path(path, name)).count{ \(inner?.programText ?? "") }"
        case .ofMembers(let function, let path, let name, let operands):
            "\(ProgramText.path(path, name)).\(function.programName){ \(operands.map(\.programText).joined(separator: ", ")) }"
        case .outer(let model, let inner): "\(model) around: \(inner.programText)"
        case .subquery(let query, let operand):
            "\(operand.map { "\($0.programText) in " } ?? "")\(query.programText)"
        case .aggregate(let column): "(\(column.programText))"
        }
    }
}

extension Subquery {
    /// The query for people.
    fileprivate var programText: String {
        var parts = [predicate?.programText ?? ""]
        parts += sort.map { "by \($0.expression.programText)\($0.isDescending ? " descending" : "")" }
        if offset > 0 { parts.append("offset \(offset)") }
        if let limit { parts.append("limit \(limit)") }
        let result =
            switch result {
            case .values(let tree): "values \(tree.programText)"
            case .aggregate(let column): column.programText
            case .existence: "exists"
            case .objects: "objects"
            }
        return "\(model){ \(parts.joined(separator: " ")) }.\(result)"
    }
}

extension ExpressionTree.MemberFunction {
    /// The function for people, with the directions of an order.
    fileprivate var programName: String {
        guard case .first(let terms) = self else { return name }
        return "\(name)[\(terms.map { $0 ? "descending" : "ascending" }.joined(separator: ", "))]"
    }
}

extension TextPattern {
    /// The pattern for people.
    fileprivate var programText: String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): ProgramText.quoted(text)
            case .anyOne: "anyOne"
            case .anyRun: "anyRun"
            }
        }.joined(separator: " ")
    }
}
