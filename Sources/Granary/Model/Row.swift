/// The current row of a cursor; it cannot be copied or outlive its position.
@_documentation(visibility: private)
public struct Row: ~Copyable {
    /// The cursor.
    public let cursor: any RowCursor
    /// The entity whose columns the row has.
    public let entity: Entity

    /// Makes the row of a cursor.
    @inlinable public init(_ cursor: any RowCursor, of entity: Entity) {
        self.cursor = cursor
        self.entity = entity
    }

    /// Whether a column is null.
    @inlinable public func isNull(at column: Int) -> Bool { cursor.isNull(at: column) }

    /// Reads an attribute.
    @inlinable public func decode<T: AttributeValue>(_ type: T.Type, at column: Int) throws -> T {
        try T._decode(self, at: column)
    }

    /// Reads an enumeration by its raw value.
    @inlinable public func decode<T: RawRepresentable>(_ type: T.Type, at column: Int) throws -> T
    where T.RawValue: AttributeValue {
        guard let value = T(rawValue: try T.RawValue._decode(self, at: column)) else {
            throw malformed(at: column, "holds a value that is not a case of \(T.self)")
        }
        return value
    }

    /// Reads an optional enumeration by its raw value.
    @inlinable public func decode<T: RawRepresentable>(_ type: T?.Type, at column: Int) throws -> T?
    where T.RawValue: AttributeValue {
        cursor.isNull(at: column) ? nil : try decode(T.self, at: column)
    }

    /// Reads a `Codable` value from JSON.
    @_disfavoredOverload
    public func decode<T: Codable & Sendable & Equatable>(_ type: T.Type, at column: Int) throws -> T {
        do {
            return try StructuredValue.decode(type, from: try cursor.text(at: column))
        } catch let error as GranaryError {
            throw error
        } catch {
            throw malformed(at: column, "holds JSON that does not decode as \(T.self)", cause: error)
        }
    }

    /// Reads an optional `Codable` value from JSON.
    @_disfavoredOverload
    public func decode<T: Codable & Sendable & Equatable>(_ type: T?.Type, at column: Int) throws -> T? {
        cursor.isNull(at: column) ? nil : try decode(T.self, at: column)
    }

    /// Reads a relationship to one from consecutive columns and moves the position past them.
    @inlinable public func reference<T: Model>(to type: T.Type, at column: inout Int) throws -> _Reference<T>
    {
        guard let key = try T.Key._decode(self, at: &column) else { return .empty }
        return .key(key)
    }

    /// The error for a column that cannot be read.
    public func malformed(at column: Int, _ what: String, cause: (any Error)? = nil) -> GranaryError {
        let property =
            column < entity.columns.count ? entity.propertyName(entity.columns[column].property) : "version"
        return GranaryError(
            .malformed,
            "A stored value cannot be read: the column of \(entity.name).\(property) \(what). Correct the row, or the attribute's type.",
            context: .init(entity: entity.name, properties: [property]), cause: cause)
    }
}
