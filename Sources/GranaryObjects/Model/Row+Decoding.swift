extension Row {
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
}

extension Model {
    /// Makes an object, outside of contexts, of the values of a row's columns.
    init(columns: [Value], of entity: Entity) throws {
        let cursor = ValueCursor(rows: [columns])
        _ = try cursor.advance()
        try self.init(_from: Row(cursor, of: entity))
    }
}
