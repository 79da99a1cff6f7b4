/// Quoting of names in SQL.
package enum SQLName {
    /// Quotes a name; quotes inside are doubled, so that any name is only a name.
    ///
    /// Engines read bytes: a quote with a combining mark, which is one character in Swift, ends a name like any other.
    package static func quoted(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"" + name + "\"" }
        var inside = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar == "\"" { inside.append(scalar) }
            inside.append(scalar)
        }
        return "\"\(String(inside))\""
    }
}
