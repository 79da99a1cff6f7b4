import GranaryStore

extension TableDefinition {
    /// The statement that creates the table.
    package func createStatement(for dialect: any SQLDialect) -> String {
        let lines =
            columns.map { line(for: $0, dialect) }
            + (isKeyInColumn ? [] : ["PRIMARY KEY (\(Self.names(key)))"])
            + (dialect.defersUniques ? indexes.filter(\.isUnique).map(\.uniqueClause) : [])
            + references.map(\.clause)
        let options = dialect.tableOptions(of: self)
        return "CREATE TABLE \(SQLName.quoted(name)) (\n  \(lines.joined(separator: ",\n  "))\n)"
            + (options.isEmpty ? "" : " \(options)")
    }

    /// The statements that create the indexes.
    package func indexStatements(for dialect: any SQLDialect) -> [String] {
        indexes.filter { !($0.isUnique && dialect.defersUniques) }.map { index in
            let terms = dialect.indexColumns(index, of: self).compactMap(column).map(dialect.indexTerm)
            return index.createStatement(on: name, terms: terms)
        }
    }

    /// The statements that add named references to an existing table.
    package var referenceStatements: [String] {
        zip(references, referenceNames).map { reference, constraint in
            "ALTER TABLE \(SQLName.quoted(name)) ADD CONSTRAINT \(SQLName.quoted(constraint)) \(reference.clause)"
        }
    }

    /// Whether the key is declared with its column, which in SQLite makes an integer the row's own number.
    private var isKeyInColumn: Bool { key.count == 1 }

    private func line(for column: ColumnDefinition, _ dialect: any SQLDialect) -> String {
        let isKey = isKeyInColumn && column.name == key[0]
        let options = isKey && column.type == .integer ? dialect.integerKeyOptions : ""
        let key = (options.isEmpty ? "" : " \(options)") + (isKey ? " PRIMARY KEY" : "")
        return "\(SQLName.quoted(column.name)) \(dialect.columnType(column.type))"
            + (column.isOptional ? "" : " NOT NULL") + key
    }

    /// Quoted names with commas between them.
    package static func names(_ names: [String]) -> String {
        names.map(SQLName.quoted).joined(separator: ", ")
    }
}

extension IndexDefinition {
    /// The statement that creates the index of some terms on a table.
    func createStatement(on table: String, terms: [String]) -> String {
        "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQLName.quoted(name)) ON \(SQLName.quoted(table)) (\(terms.joined(separator: ", ")))"
    }

    /// The clause of a table's definition that makes the columns unique at the end of each transaction.
    package var uniqueClause: String {
        // PostgreSQL checks other unique constraints at each row, so a swap fails (manual, CREATE TABLE).
        "CONSTRAINT \(SQLName.quoted(name)) UNIQUE (\(TableDefinition.names(columns))) DEFERRABLE INITIALLY DEFERRED"
    }
}

extension ReferenceDefinition {
    /// The clause in a table's definition; checked at the end of each transaction, without any action.
    var clause: String {
        // Delete rules are the context's: SQLite 3.40.1 carries out CASCADE at once even if the constraint is deferred.
        // A child that the same save moved to another parent was deleted (tried).
        "FOREIGN KEY (\(TableDefinition.names(columns))) REFERENCES \(SQLName.quoted(table)) (\(TableDefinition.names(target))) "
            + "ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED"
    }
}

extension SQLDialect {
    /// The definition with the index columns that the engine uses.
    package func indexed(_ table: TableDefinition) -> TableDefinition {
        var indexed = table
        for position in indexed.indexes.indices {
            indexed.indexes[position].columns = indexColumns(table.indexes[position], of: table)
        }
        return indexed
    }
}
