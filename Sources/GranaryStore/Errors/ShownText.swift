/// Makes text of a user or a file safe for a message on a terminal.
package enum ShownText {
    /// How many Unicode scalars are shown of one line.
    static let longest = 1_000

    /// The text without control characters, truncated if it is very long.
    package static func clean(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(longest)
        let shown = start.endIndex == text.endIndex ? text : "\(String(start))…"
        guard shown.unicodeScalars.contains(where: isControl) else { return shown }
        return shown.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}
