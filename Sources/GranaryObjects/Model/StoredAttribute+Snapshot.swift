/// How the generated snapshots are coded: enumerations by raw value, so that they need no conformance to
/// `Codable`.
extension _StoredAttribute {
    /// Codes an attribute.
    @_disfavoredOverload
    public static func encode<T: Encodable, Name: CodingKey>(
        _ value: T, into container: inout KeyedEncodingContainer<Name>, forKey name: Name
    ) throws { try container.encode(value, forKey: name) }
    /// Codes an optional attribute; `nil` is left out.
    @_disfavoredOverload
    public static func encode<T: Encodable, Name: CodingKey>(
        _ value: T?, into container: inout KeyedEncodingContainer<Name>, forKey name: Name
    ) throws { try container.encodeIfPresent(value, forKey: name) }
    /// Codes an enumeration by its raw value.
    public static func encode<T: RawRepresentable, Name: CodingKey>(
        _ value: T, into container: inout KeyedEncodingContainer<Name>, forKey name: Name
    ) throws where T.RawValue: Encodable { try container.encode(value.rawValue, forKey: name) }
    /// Codes an optional enumeration by its raw value; `nil` is left out.
    public static func encode<T: RawRepresentable, Name: CodingKey>(
        _ value: T?, into container: inout KeyedEncodingContainer<Name>, forKey name: Name
    ) throws where T.RawValue: Encodable { try container.encodeIfPresent(value?.rawValue, forKey: name) }

    /// A default that is no literal, as snapshots are coded.
    @_disfavoredOverload
    public static func declaredDefault<T: Sendable>(_ value: T) -> any Sendable { value }
    /// A default that is no literal, as snapshots are coded; `nil` is none.
    @_disfavoredOverload
    public static func declaredDefault<T: Sendable>(_ value: T?) -> (any Sendable)? { value }
    /// A default that is no literal, as snapshots are coded: the raw value of an enumeration.
    public static func declaredDefault<T: RawRepresentable>(_ value: T) -> any Sendable
    where T.RawValue: AttributeValue { value.rawValue }
    /// A default that is no literal, as snapshots are coded: the raw value of an enumeration, and `nil` as none.
    public static func declaredDefault<T: RawRepresentable>(_ value: T?) -> (any Sendable)?
    where T.RawValue: AttributeValue { value?.rawValue }

    /// Decodes an attribute.
    @_disfavoredOverload
    public static func decode<T: Decodable, Name: CodingKey>(
        _ type: T.Type, from container: KeyedDecodingContainer<Name>, forKey name: Name
    ) throws -> T { try container.decode(type, forKey: name) }
    /// Decodes an optional attribute.
    @_disfavoredOverload
    public static func decode<T: Decodable, Name: CodingKey>(
        _ type: T?.Type, from container: KeyedDecodingContainer<Name>, forKey name: Name
    ) throws -> T? { try container.decodeIfPresent(T.self, forKey: name) }
    /// Decodes an enumeration from its raw value.
    public static func decode<T: RawRepresentable, Name: CodingKey>(
        _ type: T.Type, from container: KeyedDecodingContainer<Name>, forKey name: Name
    ) throws -> T where T.RawValue: Decodable {
        let raw = try container.decode(T.RawValue.self, forKey: name)
        guard let value = T(rawValue: raw) else {
            throw DecodingError.dataCorruptedError(
                forKey: name, in: container, debugDescription: "The value is not a case of \(T.self).")
        }
        return value
    }
    /// Decodes an optional enumeration from its raw value.
    public static func decode<T: RawRepresentable, Name: CodingKey>(
        _ type: T?.Type, from container: KeyedDecodingContainer<Name>, forKey name: Name
    ) throws -> T? where T.RawValue: Decodable {
        guard container.contains(name), try !container.decodeNil(forKey: name) else { return nil }
        return try decode(T.self, from: container, forKey: name)
    }
}
