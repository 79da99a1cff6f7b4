package import GranaryStore

/// A piece of SQL with its parameters, written as a text in which interpolated values bind and names are quoted.
///
/// Parameters have no numbers yet, so pieces can be combined in any order; ``rendered(for:)`` numbers them. Names come
/// from the schema only; the literal parts are the program's own text.
package struct SQLText: Sendable, Hashable {
    /// A parameter.
    package enum Parameter: Sendable, Hashable {
        /// A value.
        case value(Value)
        /// Many values of one type, none of them null, for engines that have arrays.
        case list([Value], AttributeType)
    }

    private struct Part: Sendable, Hashable {
        let parameter: Parameter
        /// The text behind it.
        var text = ""
    }

    // Most pieces have no parameter, and then need no array.
    private var text = ""
    /// The parameters in order, each with the text behind it.
    private var parts: [Part] = []

    /// Makes an empty text.
    package init() {}

    /// Makes a text without parameters; it must not come from a user or a database.
    package init(verbatim text: String) { self.text = text }

    /// Appends another text.
    package mutating func append(_ other: SQLText) {
        append(verbatim: other.text)
        parts += other.parts
    }

    /// Appends text verbatim; it must not come from a user or a database.
    package mutating func append(verbatim text: String) {
        if parts.isEmpty { self.text += text } else { parts[parts.count - 1].text += text }
    }

    /// Appends a parameter.
    package mutating func append(bind value: Value) { parts.append(Part(parameter: .value(value))) }

    /// Appends a parameter with many values of one type.
    package mutating func append(list values: [Value], of type: AttributeType) {
        parts.append(Part(parameter: .list(values, type)))
    }

    /// The values of the parameters in order, for a text without lists.
    package var values: [Value] {
        parts.compactMap { if case .value(let value) = $0.parameter { value } else { nil } }
    }

    /// The parameters in order, including lists.
    package var parameters: [Parameter] { parts.map(\.parameter) }

    /// The number of bytes without placeholders.
    package var length: Int { parts.reduce(text.utf8.count) { $0 + $1.text.utf8.count } }

    /// The text with a placeholder for each parameter, in a dialect.
    package func rendered(for dialect: any SQLDialect) -> String {
        var text = text
        for (index, part) in parts.enumerated() {
            switch part.parameter {
            case .value(let value): text += dialect.placeholder(at: index + 1, for: value)
            case .list(_, let type): text += dialect.placeholder(at: index + 1, forListOf: type)
            }
            text += part.text
        }
        return text
    }
}

extension SQLText: ExpressibleByStringInterpolation {
    /// Makes a text without parameters from a literal.
    package init(stringLiteral value: String) { self.init(verbatim: value) }

    /// Makes a text from an interpolation.
    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

    /// Collects the parts of an interpolated text.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = SQLText()

        /// Begins a text.
        package init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a literal part.
        package mutating func appendLiteral(_ literal: String) {
            text.append(verbatim: literal)
        }

        /// Adds another text with its parameters.
        package mutating func appendInterpolation(_ other: SQLText) { text.append(other) }

        /// Adds a parameter.
        package mutating func appendInterpolation(bind value: Value) { text.append(bind: value) }

        /// Adds a parameter with many values of one type.
        package mutating func appendInterpolation(list values: [Value], of type: AttributeType) {
            text.append(list: values, of: type)
        }

        /// Adds a quoted name.
        package mutating func appendInterpolation(name: String) {
            text.append(verbatim: SQLName.quoted(name))
        }

        /// Adds text verbatim; it must not come from a user or a database.
        package mutating func appendInterpolation(verbatim other: String) { text.append(verbatim: other) }

        /// Adds a number that the program has computed.
        package mutating func appendInterpolation(number: Int) { text.append(verbatim: String(number)) }
    }
}

extension SQLText {
    /// Joins texts with a separator.
    package static func list(_ parts: some Sequence<SQLText>, separator: SQLText = ", ") -> SQLText {
        var text = SQLText()
        for (index, part) in parts.enumerated() {
            if index > 0 { text.append(separator) }
            text.append(part)
        }
        return text
    }

    /// Joins conditions by an operator, nested in balance, since engines limit the depth of expressions.
    package static func chain(_ parts: ArraySlice<SQLText>, by operation: SQLText) -> SQLText {
        guard parts.count > 1 else { return parts.first ?? SQLText() }
        let middle = parts.startIndex + parts.count / 2
        let left = chain(parts[..<middle], by: operation)
        let right = chain(parts[middle...], by: operation)
        return "(\(left) \(operation) \(right))"
    }
}
