public import FoundationEssentials

/// Text or bytes, which have a length.
public protocol _MeasuredValue: AttributeValue {}
/// Text, which a regular expression can match.
public protocol _TextualValue: _MeasuredValue {}

extension String: _TextualValue {}
extension URL: _TextualValue {}
extension Data: _MeasuredValue {}
extension Int: _NumericValue {}
extension Int64: _NumericValue {}
extension Int32: _NumericValue {}
extension Int16: _NumericValue {}
extension Int8: _NumericValue {}
extension UInt: _NumericValue {}
extension UInt64: _NumericValue {}
extension UInt32: _NumericValue {}
extension UInt16: _NumericValue {}
extension UInt8: _NumericValue {}
extension Double: _NumericValue {}
extension Float: _NumericValue {}
extension Decimal: _NumericValue {}

/// Makes the rules of attributes for the generated code, which the compiler refuses for other types.
public enum _AttributeRule {
    /// The rule that text or bytes are not empty.
    public static func notEmpty<T: _MeasuredValue>(of type: T.Type) -> AttributeRule { .notEmpty }

    /// The rule that text neither begins nor ends with white space.
    public static func trimmed<T: _TextualValue>(of type: T.Type) -> AttributeRule { .trimmed }

    /// The rule of the digits after the point of decimals.
    public static func fraction(of type: Decimal.Type, through most: Int) -> AttributeRule {
        .fraction(through: most)
    }

    /// The rule of a length.
    public static func length<T: _MeasuredValue>(
        of type: T.Type, from least: Int = 0, through most: Int = .max, name: String
    ) -> AttributeRule { .length(from: least, through: most, name: name) }

    /// The rule of a range.
    ///
    /// An end that no store can hold, beyond 64 signed bits, is no limit.
    public static func range<T: _NumericValue>(
        of type: T.Type, from least: T? = nil, through most: T? = nil, below limit: T? = nil, name: String
    ) -> AttributeRule {
        .range(
            from: try? least?._storedValue(), through: try? most?._storedValue(),
            below: try? limit?._storedValue(), name: name)
    }

    /// The rule of a range of decimals.
    ///
    /// The ends are text, since a literal of a decimal is rounded to a double first.
    public static func range(
        of type: Decimal.Type, from least: String? = nil, through most: String? = nil,
        below limit: String? = nil, name: String
    ) -> AttributeRule {
        func end(_ text: String?) -> Value? {
            text.flatMap { Decimal(string: $0, locale: nil) }.flatMap { try? $0._storedValue() }
        }
        return .range(from: end(least), through: end(most), below: end(limit), name: name)
    }

    /// The rule of a regular expression.
    public static func pattern<T: _TextualValue>(of type: T.Type, _ expression: String) -> AttributeRule {
        .pattern(expression)
    }

    /// The rule of a function.
    public static func satisfies<T: AttributeValue>(
        of type: T.Type, _ name: String, _ accepts: @escaping @Sendable (T) -> Bool
    ) -> AttributeRule { .function(name) { accepts(try T(_storedValue: $0)) } }

    /// The rule of a function over an enumeration; a raw value that is no case is refused.
    public static func satisfies<T: RawRepresentable & SendableMetatype>(
        of type: T.Type, _ name: String, _ accepts: @escaping @Sendable (T) -> Bool
    ) -> AttributeRule where T.RawValue: AttributeValue {
        .function(name) { try T(rawValue: T.RawValue(_storedValue: $0)).map(accepts) ?? false }
    }

    /// The rule of a function over a structured value.
    @_disfavoredOverload
    public static func satisfies<T: Codable & Sendable & Equatable>(
        of type: T.Type, _ name: String, _ accepts: @escaping @Sendable (T) -> Bool
    ) -> AttributeRule {
        .function(name) { value in
            guard case .text(let text) = value else { return false }
            return accepts(try StructuredValue.decode(T.self, from: text))
        }
    }
}
