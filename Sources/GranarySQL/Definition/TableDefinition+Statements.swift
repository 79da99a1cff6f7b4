import Granary

extension TableDefinition {
    /// The statement that makes the table.
    package func createStatement(for dialect: any SQLDialect) -> String {
        let lines =
            columns.map { line(for: $0, dialect) }
            + (isKeyInColumn ? [] : ["PRIMARY KEY (\(Self.names(key)))"])
            + references.map(\.clause)
        let options = dialect.tableOptions(of: self)
        return "CREATE TABLE \(SQLName.quoted(name)) (\n  \(lines.joined(separator: ",\n  "))\n)"
            + (options.isEmpty ? "" : " \(options)")
    }

    /// The statements that make the indexes.
    package func indexStatements(for dialect: any SQLDialect) -> [String] {
        indexes.map { $0.createStatement(on: name, columns: dialect.indexColumns($0, of: self)) }
    }

    /// A key of one column stands with its column, which in SQLite makes an integer the row's own number.
    private var isKeyInColumn: Bool { key.count == 1 }

    private func line(for column: ColumnDefinition, _ dialect: any SQLDialect) -> String {
        let key = isKeyInColumn && column.name == key[0] ? " PRIMARY KEY" : ""
        return "\(SQLName.quoted(column.name)) \(dialect.columnType(column.type))"
            + (column.isOptional ? "" : " NOT NULL") + key
    }

    /// Quoted names with commas between them.
    package static func names(_ names: [String]) -> String {
        names.map(SQLName.quoted).joined(separator: ", ")
    }
}

extension IndexDefinition {
    /// The statement that makes the index on some columns of a table.
    func createStatement(on table: String, columns: [String]) -> String {
        "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQLName.quoted(name)) ON \(SQLName.quoted(table)) (\(TableDefinition.names(columns)))"
    }
}

extension ReferenceDefinition {
    /// The clause of a table's definition; checked at the end of each transaction, without any action of its
    /// own.
    var clause: String {
        "FOREIGN KEY (\(TableDefinition.names(columns))) REFERENCES \(SQLName.quoted(table)) (\(TableDefinition.names(target))) "
            + "ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED"
    }
}
