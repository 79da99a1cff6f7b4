/// A row as a list of values, for tools and tests that have a schema but no Swift types.
package final class DynamicRow: RowEncodable {
    /// The values by column, in the order of the entity's columns.
    package var values: [Value]

    /// Makes a row from the values of all columns.
    package init(_ values: [Value]) { self.values = values }

    /// Makes a row from values by the names of attributes and relationships to one; the rest is null.
    ///
    /// A relationship with a key of several parts is named once for each part: `airport.0`, `airport.1`.
    package init(of entity: Entity, _ named: [String: Value]) {
        values = entity.columns.indices.map { column in
            let property = entity.columns[column].property
            let name = entity.propertyName(property)
            let range = entity.columns(ofProperty: property)
            if range.count <= 1 { return named[name] ?? .null }
            return named["\(name).\(column - range.lowerBound)"] ?? .null
        }
    }

    /// Writes the columns of some properties.
    package func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) {
        for (column, value) in values.enumerated().prefix(entity.columns.count)
        where properties.contains(entity.columns[column].property) {
            writer.value(value, at: column)
        }
    }

    /// The key of the row; `nil` while a part of it is null.
    package func key(of entity: Entity) -> ObjectKey? {
        guard entity.keyColumns.allSatisfy(values.indices.contains) else { return nil }
        return ObjectKey(entity.keyColumns.map { values[$0] })
    }
}
