package import GranarySQL
package import GranaryStore

extension PostgreSQLDialect {
    /// Texts, integers, decimals and Booleans.
    ///
    /// The numbers of `jsonb` are decimals, with all their digits.
    package func checkedPart(
        _ path: [String], _ form: ExpressionTree.StructuredForm, of value: SQLText
    ) -> (result: SQLText, mayFail: SQLText)? {
        let part = Self.part(path, of: value)
        let kind: SQLText = "pg_catalog.jsonb_typeof(\(part))"
        let text: SQLText = "pg_catalog.jsonb_extract_path_text(\(Self.arguments(path, of: value)))"
        let number: SQLText = "(CASE WHEN \(kind) = 'number' THEN \(text)::pg_catalog.numeric END)"
        let (result, type): (SQLText, SQLText)
        var beyond: SQLText?
        switch form {
        case .text: (result, type) = (text, "'string'")
        case .bool: (result, type) = ("(\(text) = 'true')", "'boolean'")
        case .integer:
            (result, type) = (number, "'number'")
            beyond =
                "\(number) NOT BETWEEN -9223372036854775808 AND 9223372036854775807 OR pg_catalog.trunc(\(number)) <> \(number)"
        case .decimal:
            (result, type) = (number, "'number'")
            beyond = "NOT (pg_catalog.abs(\(number)) < 1e18 AND pg_catalog.scale(\(number)) <= 18)"
        default: return nil
        }
        var test: SQLText = "(CASE WHEN \(value) IS NULL THEN false"
        for count in path.indices {
            let kind: SQLText =
                "pg_catalog.jsonb_typeof(\(count == 0 ? value : Self.part(path.prefix(count), of: value)))"
            test.append(" WHEN \(kind) NOT IN ('object', 'null') THEN true")
        }
        test.append(" WHEN \(kind) NOT IN (\(type), 'null') THEN true")
        if let beyond { test.append(" WHEN \(beyond) THEN true") }
        test.append(" ELSE false END)")
        return (result, test)
    }

    private static func part(_ path: some Sequence<String>, of value: SQLText) -> SQLText {
        "pg_catalog.jsonb_extract_path(\(arguments(path, of: value)))"
    }

    private static func arguments(_ path: some Sequence<String>, of value: SQLText) -> SQLText {
        var arguments = value
        for name in path { arguments.append(", '\(verbatim: name)'") }
        return arguments
    }
}
