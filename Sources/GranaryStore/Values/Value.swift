public import FoundationEssentials

/// One stored value of any type, as predicates compare it, conflicts show it and the reference evaluator uses it.
///
/// Equality is storage equality: text by UTF-8 bytes, so composed and decomposed forms differ.
/// Never used per cell on the path from a store to an object.
@frozen public enum Value: Sendable {
    /// No value.
    case null
    /// True or false.
    case bool(Bool)
    /// A 64-bit integer.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// Text.
    case text(String)
    /// Bytes.
    case data(Data)
    /// Microseconds since 1970-01-01 00:00 UTC.
    case date(Int64)
    /// An identifier.
    case uuid(UUID)
    /// A decimal number.
    case decimal(Decimal)

    /// Whether this is ``null``.
    @inlinable public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}
