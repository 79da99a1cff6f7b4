internal import GranaryStore
internal import GranarySQL

/// A view of a table for people: dates, UUIDs and decimals as the texts they would write.
///
/// Granary itself never uses it. There is none for tables that are readable themselves, and none if its name, the
/// table's with `_readable`, is taken.
struct ReadableView {
    private let table: TableDefinition
    /// The name of the view.
    let name: String

    /// The view of a table, if it is of use.
    init?(_ table: TableDefinition, among tables: [TableDefinition]) {
        guard table.shownColumns.contains(where: { Self.isUnreadable($0.type) }) else { return nil }
        let name = Self.name(of: table.name)
        let taken = tables.flatMap { [$0.name] + $0.indexes.map(\.name) }.map { $0.lowercased() }
        guard !taken.contains(name.lowercased()) else { return nil }
        self.table = table
        self.name = name
    }

    /// The name of the view of a table.
    static func name(of table: String) -> String { table + "_readable" }

    /// The statement that makes the view.
    var createStatement: String {
        let columns = table.shownColumns.map { column in
            let quoted = SQLName.quoted(column.name)
            return Self.isUnreadable(column.type)
                ? "\(Self.readable(quoted, column.type)) AS \(quoted)" : quoted
        }
        return
            "CREATE VIEW \(SQLName.quoted(name)) AS SELECT \(columns.joined(separator: ", ")) FROM \(SQLName.quoted(table.name))"
    }

    private static func isUnreadable(_ type: AttributeType) -> Bool {
        [.date, .uuid, .decimal].contains(type)
    }

    private static func readable(_ column: String, _ type: AttributeType) -> String {
        switch type {
        case .date: date(column)
        case .uuid: uuid(column)
        case .decimal: decimal(column)
        case .bool, .integer, .real, .text, .data, .json: column
        }
    }

    /// ISO 8601 in UTC with six places.
    private static func date(_ column: String) -> String {
        let fraction = "((\(column) % 1000000 + 1000000) % 1000000)"
        return
            "strftime('%Y-%m-%dT%H:%M:%S', (\(column) - \(fraction)) / 1000000, 'unixepoch') || printf('.%06dZ', \(fraction))"
    }

    private static func uuid(_ column: String) -> String {
        let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)]
        return "lower("
            + parts.map { "substr(hex(\(column)), \($0.0), \($0.1))" }.joined(separator: " || '-' || ") + ")"
    }

    /// The digits with their point, from the ordered form (``DecimalEncoding`` describes it); an exponent
    /// beyond 40 places.
    private static func decimal(_ column: String) -> String {
        let zeros = "'" + String(repeating: "0", count: 40) + "'"
        let negative = "substr(\(column), 1, 1) = '-'"
        let exponent =
            "CASE WHEN \(negative) THEN 499 - substr(\(column), 2, 3) ELSE substr(\(column), 2, 3) - 500 END"
        let digits =
            "CASE WHEN \(negative) THEN \(complement("substr(\(column), 5, length(\(column)) - 5)")) ELSE substr(\(column), 5) END"
        return """
            CASE WHEN \(column) = '0' THEN '0' WHEN \(column) IS NOT NULL THEN \
            (SELECT CASE WHEN \(negative) THEN '-' ELSE '' END || CASE \
            WHEN e BETWEEN -40 AND -1 THEN '0.' || substr(\(zeros), 1, -e - 1) || d \
            WHEN e BETWEEN length(d) - 1 AND 39 THEN d || substr(\(zeros), 1, e - length(d) + 1) \
            WHEN e BETWEEN 0 AND length(d) - 2 THEN substr(d, 1, e + 1) || '.' || substr(d, e + 2) \
            ELSE substr(d, 1, 1) || '.' || substr(d, 2) || 'e' || e END \
            FROM (SELECT \(exponent) AS e, \(digits) AS d)) END
            """
    }

    /// Each digit taken from nine: as numbers of up to 18 digits, which SQLite's integers hold.
    private static func complement(_ digits: String) -> String {
        let parts = [1, 19, 37].map { start in
            let part = "substr(\(digits), \(start), 18)"
            let nines = "substr('\(String(repeating: "9", count: 18))', 1, length(\(part)))"
            return
                "CASE WHEN \(part) = '' THEN '' ELSE printf('%0*d', length(\(part)), \(nines) - \(part)) END"
        }
        return "(" + parts.joined(separator: " || ") + ")"
    }
}
