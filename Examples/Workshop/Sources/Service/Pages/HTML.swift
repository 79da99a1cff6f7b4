/// A part of a page: what is interpolated into it is escaped, unless it is a part of a page itself.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
    /// Gathers the text, and escapes values.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Begins an empty text.
        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Takes what the program has written as it is.
        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Escapes a value.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            for scalar in value.description.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                // An event that is sent to a browser ends with its line.
                case "\n": text += "&#10;"
                case "\r": text += "&#13;"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }

        /// Takes a part of a page as it is.
        package mutating func appendInterpolation(_ part: HTML) { text += part.text }

        /// Takes parts of a page, one after the other.
        package mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
    }

    /// The part as text.
    package let text: String

    /// A part that the program has written.
    package init(stringLiteral value: String) { text = value }

    /// A part with values in it.
    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
