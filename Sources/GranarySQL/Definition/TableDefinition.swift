package import Granary

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

/// A column of a table.
package struct ColumnDefinition: Sendable, Hashable {
    /// The column's name.
    package var name: String
    /// The kind of value.
    package var type: AttributeType
    /// Whether it may be null.
    package var isOptional: Bool

    /// Makes a definition from its parts.
    package init(name: String, type: AttributeType, isOptional: Bool) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
    }
}

/// An index of a table.
package struct IndexDefinition: Sendable, Hashable {
    /// The index's name, unique in the database.
    package var name: String
    /// The names of its columns in order.
    package var columns: [String]
    /// Whether two rows may not have the same values.
    package var isUnique: Bool

    /// Makes a definition from its parts.
    package init(name: String, columns: [String], isUnique: Bool) {
        self.name = name
        self.columns = columns
        self.isUnique = isUnique
    }
}

/// A foreign key of a table, checked at the end of a transaction.
package struct ReferenceDefinition: Sendable, Hashable {
    /// The names of the columns that refer.
    package var columns: [String]
    /// The table referred to.
    package var table: String
    /// The names of the columns referred to, which are that table's key.
    package var target: [String]

    /// Makes a definition from its parts.
    package init(columns: [String], table: String, target: [String]) {
        self.columns = columns
        self.table = table
        self.target = target
    }
}

/// The names that Granary adds to tables.
package enum GranaryColumn {
    /// The column of a row's version: the number of the save that last wrote it.
    package static let version = "granary_version"
}
