import Granary

/// A schema for people: each model with its properties and relationships.
struct SchemaListing {
    private let named: NamedSchema
    private let width: Int

    init(_ named: NamedSchema, width: Int) {
        self.named = named
        self.width = width
    }

    /// The name and version, then the models in the order of configurations and names.
    var text: String {
        let models = named.schema.tables.filter { !$0.isPairs }
            .sorted { ($0.configuration, $0.model ?? $0.name) < ($1.configuration, $1.model ?? $1.name) }
        let head = "\(Screen.clean(named.name)), version \(ByteText.short(named.schema.fingerprint))"
        return ([head] + models.map(model)).joined(separator: "\n\n")
    }

    private func model(_ table: StoredTable) -> String {
        let name = table.model ?? table.name
        let place = name == table.name ? "" : "table \(table.name), "
        let head = Screen.clean("\(name) (\(place)configuration \(table.configuration))")
        var listing = TextTable(limits: [0: 30])
        listing.rows = attributes(table) + relationships(table)
        var lines = [head]
        if !listing.rows.isEmpty {
            lines += listing.fitting(width - 2).text.parts(between: "\n").map { "  \($0)" }
        }
        lines += compound(table).map { "  \(Screen.clean($0))" }
        return lines.joined(separator: "\n")
    }

    private func attributes(_ table: StoredTable) -> [[String]] {
        let referring = Set(table.relationships.flatMap(\.columns))
        return table.columns.filter { !referring.contains($0.name) }.map { column in
            [column.property, kind(column), notes(column, table)]
        }
    }

    private func kind(_ column: StoredColumn) -> String {
        column.type.rawValue + (column.isOptional ? "?" : "")
    }

    private func notes(_ column: StoredColumn, _ table: StoredTable) -> String {
        var notes: [String] = []
        if table.key == [column.name] { notes.append("key") }
        if table.key.count > 1, table.key.contains(column.name) { notes.append("part of the key") }
        if table.uniques.contains([column.name]) { notes.append("unique") }
        if table.indexes.contains([column.name]) { notes.append("indexed") }
        if table.foldedIndexes?.contains(column.name) == true { notes.append("indexed without case") }
        if column.name != column.property { notes.append("column \(column.name)") }
        if let value = column.defaultValue, !value.isNull { notes.append("with a default") }
        if let old = column.renamedFrom { notes.append("was \(old)") }
        return notes.joined(separator: ", ")
    }

    private func relationships(_ table: StoredTable) -> [[String]] {
        table.relationships.map { relationship in
            let end = relationship.isToMany ? "[\(relationship.destination)]" : relationship.destination
            let mark = !relationship.isToMany && relationship.isOptional ? "?" : ""
            var notes = [
                relationship.inverse.map { "inverse \($0)" }, "on delete \(relationship.deleteRule.rawValue)",
            ]
            if let pairs = relationship.pairs { notes.append("pairs in \(pairs)") }
            if let old = relationship.renamedFrom { notes.append("was \(old)") }
            return [
                relationship.name, "→ \(end)\(mark)", notes.compactMap { $0 }.joined(separator: ", "),
            ]
        }
    }

    /// Constraints and indexes over several columns.
    private func compound(_ table: StoredTable) -> [String] {
        table.uniques.filter { $0.count > 1 }.map { "unique together: \($0.joined(separator: ", "))" }
            + table.indexes.filter { $0.count > 1 }.map { "indexed together: \($0.joined(separator: ", "))" }
    }
}
