package import GranaryStore
package import GranarySQL

/// How SQLite, from version 3.40 on, writes Granary's definitions and queries.
package struct SQLiteDialect: SQLDialect {
    /// How many parameters one statement may have.
    let mostParameters: Int

    /// Makes the dialect of a connection that allows a number of parameters.
    package init(mostParameters: Int = 32_766) { self.mostParameters = mostParameters }

    /// The placeholder of a bound value.
    package func placeholder(at position: Int, for value: Value) -> String { "?" }
    /// Never asked for: SQLite has no arrays, and lists are written otherwise.
    package func placeholder(at position: Int, forListOf type: AttributeType) -> String { "?" }
    /// A column in an index, whose order SQLite needs no words for.
    package func indexTerm(_ column: ColumnDefinition) -> String { SQLName.quoted(column.name) }
    /// Nothing: an integer key increments by itself, and the store keeps its counter.
    package var integerKeyOptions: String { "" }
    /// SQLite checks uniqueness at each statement.
    package var defersUniques: Bool { false }

    /// The storage classes of SQLite: Booleans, dates (microseconds since 1970) and integers are `INTEGER`,
    /// UUIDs 16 bytes, decimals ``DecimalEncoding``'s ordered text.
    package func columnType(_ type: AttributeType) -> String {
        switch type {
        case .bool, .integer, .date: "INTEGER"
        case .real: "REAL"
        case .text, .json, .decimal: "TEXT"
        case .data, .uuid: "BLOB"
        }
    }

    /// Tables with a key other than one integer are kept in the order of the key, unless rows may be large;
    /// see Docs/Decisions/sqlite-tables-and-values.md.
    package func tableOptions(of table: TableDefinition) -> String {
        let hasLargeColumns = table.columns.contains { $0.type == .data || $0.type == .json }
        let isPairs = table.key.count == table.columns.count
        return isPairs || (!table.hasIntegerKey && !hasLargeColumns) ? "WITHOUT ROWID" : ""
    }

    /// If the engine does not add the key to an index by itself, the key is named, so that ties are in its order too.
    package func indexColumns(_ index: IndexDefinition, of table: TableDefinition) -> [String] {
        if index.isUnique || table.hasIntegerKey || !tableOptions(of: table).isEmpty { return index.columns }
        return index.columns + table.key.filter { !index.columns.contains($0) }
    }

    /// The sign keeps SQLite from walking the table in this order instead of searching an index.
    package func tieBreaker(_ expression: SQLText, searchesIndex: Bool) -> SQLText {
        searchesIndex ? "+\(expression)" : expression
    }

    /// The sign keeps SQLite from walking an index on the expression, which it does regardless of the other columns
    /// read.
    package func sortedGroup(_ expression: SQLText) -> SQLText { "+\(expression)" }

    package func isSame(_ left: SQLText, _ right: SQLText) -> SQLText { "\(left) IS \(right)" }
    package func isDistinct(_ left: SQLText, _ right: SQLText) -> SQLText { "\(left) IS NOT \(right)" }
    /// Whether the engine compares integers and reals by value.
    package var comparesNumbersExactly: Bool { true }
    /// Rows of parameters, up to a thousand.
    package func isMember(_ columns: [SQLText], of keys: [[Value]], as types: [AttributeType]) -> SQLText? {
        guard keys.count <= 1_000 else { return nil }
        let tuples = keys.map { "(\(.list($0.map { "\(bind: $0)" as SQLText })))" as SQLText }
        return "(\(.list(columns))) IN (VALUES \(.list(tuples)))"
    }
    package func condition(_ isTrue: Bool) -> SQLText { isTrue ? "1" : "0" }
    package func booleanValue(of condition: SQLText) -> SQLText {
        "(CASE WHEN \(condition) THEN 1 ELSE 0 END)"
    }

    package func position(of part: SQLText, in text: SQLText) -> SQLText { "instr(\(text), \(part))" }
    package func suffix(of text: SQLText, count: Int) -> SQLText { "substr(\(text), \(number: -count))" }

    package func arithmetic(_ operation: ExpressionTree.Arithmetic, _ left: SQLText, _ right: SQLText)
        -> SQLText?
    {
        switch operation {
        case .add: return "(\(left) + \(right))"
        case .subtract: return "(\(left) - \(right))"
        case .multiply: return "(\(left) * \(right))"
        case .divide:
            let largest = Value.real(.greatestFiniteMagnitude)
            return "(CASE WHEN abs(\(left) / \(right)) <= \(bind: largest) THEN \(left) / \(right) END)"
        case .remainder: return nil
        }
    }

    /// Integers beyond 64 bits become floating-point numbers in SQLite, and a quotient by zero null.
    ///
    /// Decimals are text here.
    package func checkedArithmetic(
        _ operation: ExpressionTree.Arithmetic, _ left: SQLText, _ right: SQLText, as type: AttributeType
    ) -> (result: SQLText, mayFail: SQLText)? {
        guard type == .integer else { return nil }
        let result: SQLText = "(\(left) \(verbatim: operation.sign) \(right))"
        let isBeyond: SQLText = "typeof\(result) = 'real'"
        let isByZero: SQLText = "(\(right) = 0 AND \(left) IS NOT NULL)"
        return switch operation {
        case .add, .subtract, .multiply: (result, isBeyond)
        case .divide: (result, "(\(isByZero) OR \(isBeyond))")
        case .remainder: (result, isByZero)
        }
    }

    /// The result itself.
    package func settled(_ result: SQLText, as type: AttributeType) -> SQLText { result }

    /// The function that adds up reports them, for each group before any is left out.
    package var reportsLargeSums: Bool { true }
    package func sum(of expression: SQLText, as type: AttributeType) -> SQLText? {
        "\(verbatim: SumFunction.name(of: type, isAverage: false))(\(expression))"
    }
    package func average(of expression: SQLText, as type: AttributeType) -> SQLText? {
        "\(verbatim: SumFunction.name(of: type, isAverage: true))(\(expression))"
    }
    package func extreme(of expression: SQLText, isLargest: Bool, as type: AttributeType) -> SQLText? {
        "\(verbatim: isLargest ? "max" : "min")(\(expression))"
    }

    /// SQLite sorts null before everything, so nothing needs to be said.
    package func orderTerm(_ expression: SQLText, isDescending: Bool, isOptional: Bool) -> SQLText {
        isDescending ? "\(expression) DESC" : expression
    }

    package func range(offset: Int, limit: Int?) -> SQLText {
        " LIMIT \(bind: .integer(Int64(limit ?? -1))) OFFSET \(bind: .integer(Int64(offset)))"
    }
}
