/// A row as values by the names of its properties, for tools and migrations, which have no Swift type for it.
///
/// The values are in the order of the entity's columns. Relationships to one are the values of keys; a relationship
/// with a key of several parts has one value for each part: `airport.0`, `airport.1`.
public final class Record: RowEncodable {
    /// The entity whose row it is.
    public let entity: Entity
    /// The values by column, in the order of the entity's columns.
    public var values: [Value]
    /// The version of the row in its store; `nil` for one that was not read from there.
    public let version: Int64?

    /// Makes a record from the values of all columns.
    package init(of entity: Entity, values: [Value], version: Int64? = nil) {
        self.entity = entity
        self.values = values
        self.version = version
    }

    /// Makes a record from values by the names of properties; the rest is null.
    public convenience init(of entity: Entity, _ named: [String: Value]) {
        self.init(
            of: entity, values: entity.columns.indices.map { named[entity.valueName(of: $0)] ?? .null })
    }

    /// A value by the name of its property in Swift, or else by that of its column; `nil` if the entity has neither.
    public subscript(name: String) -> Value? {
        get { entity.column(ofValue: name).flatMap { values.indices.contains($0) ? values[$0] : nil } }
        set {
            guard let position = entity.column(ofValue: name), values.indices.contains(position) else {
                return
            }
            values[position] = newValue ?? .null
        }
    }

    /// The values that are not null, by the names that ``subscript(_:)`` takes.
    public var named: [String: Value] {
        var named: [String: Value] = [:]
        for (column, value) in values.enumerated().prefix(entity.columns.count) where !value.isNull {
            named[entity.valueName(of: column)] = value
        }
        return named
    }

    /// The key of the row; `nil` while a part of it is null.
    public var key: ObjectKey? {
        guard entity.keyColumns.allSatisfy(values.indices.contains) else { return nil }
        return ObjectKey(entity.keyColumns.map { values[$0] })
    }

    /// Writes the columns of some properties.
    public func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) {
        for (column, value) in values.enumerated().prefix(entity.columns.count)
        where properties.contains(entity.columns[column].property) {
            writer.value(value, at: column)
        }
    }
}

extension Entity {
    /// The column of a value by the name of its property, or else by its own name; `nil` if there is none.
    func column(ofValue name: String) -> Int? {
        columns.indices.first { valueName(of: $0) == name } ?? columns.firstIndex { $0.name == name }
    }

    /// The name of a column's value in a record: the property's, with a number for one of several parts.
    func valueName(of column: Int) -> String {
        let property = columns[column].property
        let range = columns(ofProperty: property)
        let name = propertyName(property)
        return range.count <= 1 ? name : "\(name).\(column - range.lowerBound)"
    }
}
