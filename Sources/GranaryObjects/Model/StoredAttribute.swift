public import FoundationEssentials

/// Reads, writes and describes attributes for the generated code, with an overload for each kind of type.
public enum _StoredAttribute {
    // MARK: Values with a column type of their own

    /// Describes an attribute.
    public static func type<T: AttributeValue>(of type: T.Type) -> (AttributeType, isOptional: Bool) {
        (T.attributeType, T._isOptional)
    }
    /// Writes an attribute.
    @inlinable public static func encode<T: AttributeValue>(
        _ value: T, into writer: any ColumnWriter, at column: Int
    ) throws {
        try value._encode(into: writer, at: column)
    }
    /// Whether both values are stored alike.
    @inlinable public static func isSame<T: AttributeValue>(_ left: T, _ right: T) -> Bool {
        left._isStoredLike(right)
    }
    /// The value as the store will return it; the generated setters keep it.
    @inlinable public static func normalized<T: AttributeValue>(_ value: T) -> T { value._asStored }
    /// Enumerations and structured values, which need no normalization.
    @_disfavoredOverload
    @inlinable public static func normalized<T>(_ value: T) -> T { value }
    /// The value as queries use it.
    public static func value<T: AttributeValue>(_ value: T) throws -> Value { try value._storedValue() }

    // MARK: Literals of decimals

    /// The decimal of a literal: digits times a power of ten.
    public static func decimal(_ digits: Int128, _ exponent: Int) -> Decimal {
        DecimalParts(isNegative: digits < 0, significand: digits.magnitude, exponent: exponent).decimal
            ?? .nan
    }
    /// The initial value of a property; what the compiler has made of the literal is replaced by what is written.
    public static func asWritten<T: Equatable>(
        _ value: T, insteadOf rounded: T, _ written: @autoclosure () -> T
    ) -> T { value == rounded ? written() : value }

    // MARK: Enumerations by raw value

    /// Describes an enumeration.
    public static func type<T: RawRepresentable>(of type: T.Type) -> (AttributeType, isOptional: Bool)
    where T.RawValue: AttributeValue { (T.RawValue.attributeType, false) }
    /// Describes an optional enumeration.
    public static func type<T: RawRepresentable>(of type: T?.Type) -> (AttributeType, isOptional: Bool)
    where T.RawValue: AttributeValue { (T.RawValue.attributeType, true) }
    /// Writes an enumeration.
    @inlinable public static func encode<T: RawRepresentable>(
        _ value: T, into writer: any ColumnWriter, at column: Int
    ) throws
    where T.RawValue: AttributeValue { try value.rawValue._encode(into: writer, at: column) }
    /// Writes an optional enumeration.
    @inlinable public static func encode<T: RawRepresentable>(
        _ value: T?, into writer: any ColumnWriter, at column: Int
    ) throws
    where T.RawValue: AttributeValue { try (value?.rawValue)._encode(into: writer, at: column) }
    /// Whether the raw values are the same.
    @inlinable public static func isSame<T: RawRepresentable>(_ left: T, _ right: T) -> Bool
    where T.RawValue: AttributeValue { left.rawValue._isStoredLike(right.rawValue) }
    /// Whether the raw values are the same.
    @inlinable public static func isSame<T: RawRepresentable>(_ left: T?, _ right: T?) -> Bool
    where T.RawValue: AttributeValue { (left?.rawValue)._isStoredLike(right?.rawValue) }
    /// The raw value as queries use it.
    public static func value<T: RawRepresentable>(_ value: T) throws -> Value
    where T.RawValue: AttributeValue { try value.rawValue._storedValue() }
    /// The raw value as queries use it.
    public static func value<T: RawRepresentable>(_ value: T?) throws -> Value
    where T.RawValue: AttributeValue { try value?.rawValue._storedValue() ?? .null }

    // MARK: Other Codable values, as JSON

    /// Describes a structured attribute.
    @_disfavoredOverload
    public static func type<T: Codable & Sendable & Equatable>(of type: T.Type) -> (
        AttributeType, isOptional: Bool
    ) { (.json, false) }
    /// Describes an optional structured attribute.
    @_disfavoredOverload
    public static func type<T: Codable & Sendable & Equatable>(of type: T?.Type) -> (
        AttributeType, isOptional: Bool
    ) { (.json, true) }
    /// Writes a structured attribute; throws ``GranaryError/Code/invalidValue`` when it cannot be encoded.
    @_disfavoredOverload
    public static func encode<T: Codable & Sendable & Equatable>(
        _ value: T, into writer: any ColumnWriter, at column: Int
    ) throws {
        do {
            try StructuredValue.encode(value)._encode(into: writer, at: column)
        } catch let error as GranaryError {
            throw error
        } catch {
            throw GranaryError(
                .invalidValue, "The value cannot be stored: encoding \(T.self) as JSON failed.", cause: error)
        }
    }
    /// Writes an optional structured attribute.
    @_disfavoredOverload
    public static func encode<T: Codable & Sendable & Equatable>(
        _ value: T?, into writer: any ColumnWriter, at column: Int
    ) throws {
        if let value { try encode(value, into: writer, at: column) } else { writer.null(at: column) }
    }
    /// Whether the values are equal, and stored alike.
    @_disfavoredOverload
    public static func isSame<T: Codable & Sendable & Equatable>(_ left: T, _ right: T) -> Bool {
        StructuredValue.isAlike(left, right)
    }
    /// Whether the values are equal, and stored alike.
    @_disfavoredOverload
    public static func isSame<T: Codable & Sendable & Equatable>(_ left: T?, _ right: T?) -> Bool {
        if let left, let right { return StructuredValue.isAlike(left, right) }
        return left == nil && right == nil
    }
    /// The JSON text of a structured value, as a default.
    @_disfavoredOverload
    public static func value<T: Codable & Sendable & Equatable>(_ value: T) throws -> Value {
        .text(try StructuredValue.encode(value))
    }
    /// The JSON text of an optional structured value, as a default.
    @_disfavoredOverload
    public static func value<T: Codable & Sendable & Equatable>(_ value: T?) throws -> Value {
        try value.map { .text(try StructuredValue.encode($0)) } ?? .null
    }

    // MARK: Errors

    /// The error of a value that could not be written, with the entity and the property it belongs to.
    public static func failure(_ error: any Error, of entity: Entity, property: Int) -> any Error {
        guard var failure = error as? GranaryError, failure.context.entity == nil else { return error }
        let name = entity.propertyName(property)
        failure.context.entity = entity.name
        failure.context.properties = name.isEmpty ? [] : [name]
        return failure
    }
}
