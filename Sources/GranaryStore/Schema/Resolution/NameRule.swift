/// The rules for names that mean the same in every store.
enum NameRule {
    /// The longest name in bytes: PostgreSQL cuts longer ones off without an error (its manual, §4.1.1).
    static let longest = 63

    /// The fault of a name, as the end of a sentence; `nil` for a good name.
    static func fault(_ name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
            return "contains a control character"
        }
        if name.utf8.count > longest { return "is longer than \(longest) bytes" }
        return nil
    }

    /// Names that are the same for engines that ignore case, grouped, each group and the groups in order.
    static func clashes(_ names: [String]) -> [[String]] {
        Dictionary(grouping: names) { $0.lowercased() }.values
            .filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// A name for a message; control characters are shown escaped.
    static func quoted(_ name: String) -> String {
        let shown = name.unicodeScalars.map {
            $0.value < 0x20 || $0.value == 0x7f ? $0.escaped(asASCII: true) : String($0)
        }
        return "“\(shown.joined())”"
    }

    /// Columns that a store keeps for itself: the row's version, and the system columns of PostgreSQL.
    static let reservedColumns: Set<String> = [
        "granary_version", "tableoid", "xmin", "xmax", "cmin", "cmax", "ctid",
    ]

    /// Whether a store keeps a column of a name for itself: one of those, or one of folded texts.
    static func isReserved(column name: String) -> Bool {
        let name = name.lowercased()
        return reservedColumns.contains(name) || name.begins(with: Entity.foldedPrefix)
    }

    /// Reserved prefixes of table names: those of Granary's own tables and of SQLite's.
    static let reservedTablePrefixes = ["granary_", "sqlite_"]
}
