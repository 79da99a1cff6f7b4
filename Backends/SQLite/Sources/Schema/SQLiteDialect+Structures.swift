package import GranarySQL
package import GranaryStore

extension SQLiteDialect {
    /// Texts, integers and Booleans.
    ///
    /// SQLite rounds other numbers in its own way, and has no decimals. Escaped characters are left to the core, since old
    /// versions compare the names of members as they are written.
    package func checkedPart(
        _ path: [String], _ form: ExpressionTree.StructuredForm, of value: SQLText
    ) -> (result: SQLText, mayFail: SQLText)? {
        let types: SQLText
        switch form {
        case .text: types = "'text', 'null'"
        case .integer: types = "'integer', 'null'"
        case .bool: types = "'true', 'false', 'null'"
        default: return nil
        }
        let place = Self.place(path)
        // An error of a function would end the statement, so JSON that is none is asked for before every other use.
        let result: SQLText = "(CASE WHEN json_valid(\(value)) THEN json_extract(\(value), \(place)) END)"
        var test: SQLText =
            "(CASE WHEN \(value) IS NULL THEN 0 WHEN NOT json_valid(\(value)) OR instr(\(value), '\\u') > 0 THEN 1"
        for count in path.indices {
            let place = Self.place(path.prefix(count))
            test.append(" WHEN json_type(\(value), \(place)) NOT IN ('object', 'null') THEN 1")
        }
        test.append(" WHEN json_type(\(value), \(place)) NOT IN (\(types)) THEN 1")
        // Integers beyond 64 bits become floating-point numbers.
        if form == .integer { test.append(" WHEN typeof(json_extract(\(value), \(place))) = 'real' THEN 1") }
        test.append(" ELSE 0 END)")
        return (result, test)
    }

    private static func place(_ path: some Sequence<String>) -> SQLText {
        "'\(verbatim: (["$"] + path).joined(separator: "."))'"
    }
}
