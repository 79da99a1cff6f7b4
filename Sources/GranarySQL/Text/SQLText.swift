package import Granary

/// A piece of SQL with its parameters, written as a text in which interpolated values bind and names are quoted.
///
/// Parameters have no numbers yet, so pieces can be combined in any order; ``rendered(for:)`` numbers them. Names come
/// from the schema only; the literal parts are the program's own text.
package struct SQLText: Sendable, Hashable {
    /// One part of the text.
    package enum Piece: Sendable, Hashable {
        /// The text sent to the engine.
        case text(String)
        /// A parameter and its value.
        case value(Value)
        /// A parameter with many values of one type, none of them null, for engines that have arrays.
        case list([Value], AttributeType)
    }

    /// The parts in order.
    package private(set) var pieces: [Piece] = []

    /// Makes an empty text.
    package init() {}

    /// Appends another text.
    package mutating func append(_ other: SQLText) {
        for piece in other.pieces { append(piece) }
    }

    /// Appends text verbatim; it must not come from a user or a database.
    package mutating func append(verbatim text: String) { append(.text(text)) }

    fileprivate mutating func append(_ piece: Piece) {
        if case .text(let new) = piece, case .text(let last)? = pieces.last {
            pieces[pieces.count - 1] = .text(last + new)
        } else {
            pieces.append(piece)
        }
    }

    /// The values of the parameters in order, for a text without lists.
    package var values: [Value] {
        pieces.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    /// The parameters in order, including lists.
    package var parameters: [Piece] {
        pieces.filter { if case .text = $0 { false } else { true } }
    }

    /// The text with a placeholder for each parameter, in a dialect.
    package func rendered(for dialect: any SQLDialect) -> String {
        var text = ""
        var position = 0
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .value(let value):
                position += 1
                text += dialect.placeholder(at: position, for: value)
            case .list(_, let type):
                position += 1
                text += dialect.placeholder(at: position, forListOf: type)
            }
        }
        return text
    }
}

extension SQLText: ExpressibleByStringInterpolation {
    /// Makes a text without parameters from a literal.
    package init(stringLiteral value: String) { pieces = value.isEmpty ? [] : [.text(value)] }

    /// Makes a text from an interpolation.
    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

    /// Collects the parts of an interpolated text.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = SQLText()

        /// Begins a text.
        package init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a literal part.
        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { text.append(verbatim: literal) }
        }

        /// Adds another text with its parameters.
        package mutating func appendInterpolation(_ other: SQLText) { text.append(other) }

        /// Adds a parameter.
        package mutating func appendInterpolation(bind value: Value) { text.append(.value(value)) }

        /// Adds a parameter with many values of one type.
        package mutating func appendInterpolation(list values: [Value], of type: AttributeType) {
            text.append(.list(values, type))
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
