/// The kinds of values a store keeps; every backend maps each to an ordinary type of its engine.
public enum AttributeType: String, Sendable, Hashable, Codable, CaseIterable {
    /// True or false.
    case bool
    /// A 64-bit signed integer.
    case integer
    /// A 64-bit floating-point number; never NaN, −0.0 is stored as 0.
    case real
    /// Unicode text without U+0000, compared by its UTF-8 bytes.
    case text
    /// Bytes.
    case data
    /// A point in time in microseconds since 1970-01-01 00:00 UTC, years 1 to 9999.
    case date
    /// A 16-byte identifier, ordered by its bytes.
    case uuid
    /// A decimal number of up to 38 digits, ordered by value.
    case decimal
    /// A `Codable` value as JSON text; only compared for being `nil`.
    case json
}
