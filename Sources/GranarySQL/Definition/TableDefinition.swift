import GranaryStore

/// A table as Granary creates it: ordinary columns, a key, indexes, references.
package struct TableDefinition: Sendable, Hashable {
    /// The table's name.
    package var name: String
    /// The columns in order.
    package var columns: [ColumnDefinition]
    /// The names of the key's columns, in key order.
    package var key: [String]
    /// The indexes besides the key.
    package var indexes: [IndexDefinition]
    /// The references that the engine checks.
    package var references: [ReferenceDefinition]

    /// Makes a definition from its parts.
    package init(
        name: String, columns: [ColumnDefinition], key: [String], indexes: [IndexDefinition],
        references: [ReferenceDefinition]
    ) {
        self.name = name
        self.columns = columns
        self.key = key
        self.indexes = indexes
        self.references = references
    }

    /// A column by its name.
    package func column(_ name: String) -> ColumnDefinition? { columns.first { $0.name == name } }

    /// The names of the references, in their order; each is unique in the table and has at most 63 bytes, for
    /// PostgreSQL.
    package var referenceNames: [String] {
        var taken: Set<String> = []
        return references.map { reference in
            let stem = reference.columns.joined(separator: "_")
            // 63 bytes less those of the ending: PostgreSQL cuts longer names without an error (manual 4.1.1).
            var name = IndexNames.cut(stem, to: 53) + "_reference"
            var number = 2
            while !taken.insert(name).inserted {
                name = IndexNames.cut(stem, to: 50 - String(number).utf8.count) + "_\(number)_reference"
                number += 1
            }
            return name
        }
    }

    /// Whether the key is one integer.
    package var hasIntegerKey: Bool { key.count == 1 && column(key[0])?.type == .integer }
}
