package import FoundationEssentials

/// Collects the columns of a row as values.
package final class ValueCollector: ColumnWriter {
    /// The values by column; null where none was written.
    package private(set) var values: [Value]

    /// Makes a collector for rows of this many columns.
    package init(columns: Int) { values = Array(repeating: .null, count: columns) }

    /// Makes a collector for a row that has values already.
    package init(_ values: [Value]) { self.values = values }

    /// Makes room for another row.
    package func clear() { for column in values.indices { values[column] = .null } }

    private func set(_ value: Value, _ column: Int) {
        if values.indices.contains(column) { values[column] = value }
    }

    package func null(at column: Int) { set(.null, column) }
    package func bool(_ value: Bool, at column: Int) { set(.bool(value), column) }
    package func integer(_ value: Int64, at column: Int) { set(.integer(value), column) }
    package func real(_ value: Double, at column: Int) { set(.real(value), column) }
    package func text(_ value: String, at column: Int) { set(.text(value), column) }
    package func data(_ value: Data, at column: Int) { set(.data(value), column) }
    package func date(_ value: Int64, at column: Int) { set(.date(value), column) }
    package func uuid(_ value: UUID, at column: Int) { set(.uuid(value), column) }
    package func decimal(_ value: Decimal, at column: Int) { set(.decimal(value), column) }
}

extension RowEncodable {
    /// The stored values, by column.
    package func columnValues(of entity: Entity) throws -> [Value] {
        try collected(entity) { try encode(.all, of: entity, into: $0) }
    }

    /// The stored values by column, with only those of one property present.
    package func columnValues(of entity: Entity, only property: Int) throws -> [Value] {
        try collected(entity) { try encode(PropertySet(only: property), of: entity, into: $0) }
    }
}

/// The values that a row writes, by column.
package func collected(_ entity: Entity, _ write: (any ColumnWriter) throws -> Void) rethrows -> [Value] {
    let collector = ValueCollector(columns: entity.columns.count)
    try write(collector)
    return collector.values
}

extension PropertySet {
    /// Makes the set of one property.
    package init(only property: Int) {
        self.init()
        insert(property)
    }
}
