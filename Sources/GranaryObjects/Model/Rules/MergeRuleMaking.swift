public import FoundationEssentials

/// Numbers, dates and text, which have an order.
public protocol _OrderedValue: AttributeValue {}
/// Dates and numbers, which show which of two sides is later.
public protocol _StampValue: _OrderedValue {}

extension String: _OrderedValue {}
extension Date: _StampValue {}
extension Int: _StampValue {}
extension Int64: _StampValue {}
extension Int32: _StampValue {}
extension Int16: _StampValue {}
extension Int8: _StampValue {}
extension UInt: _StampValue {}
extension UInt64: _StampValue {}
extension UInt32: _StampValue {}
extension UInt16: _StampValue {}
extension UInt8: _StampValue {}
extension Double: _StampValue {}
extension Float: _StampValue {}
extension Decimal: _StampValue {}

/// Makes the merge rules of attributes for the generated code, which the compiler refuses for other types.
public enum _MergeRule {
    /// The rule of the greater value.
    public static func maximum<T: _OrderedValue>(of type: T.Type) -> MergeRule { .maximum }
    /// The rule of the greater raw value of an enumeration.
    public static func maximum<T: RawRepresentable>(of type: T.Type) -> MergeRule
    where T.RawValue: _StampValue { .maximum }

    /// The rule of the lesser value.
    public static func minimum<T: _OrderedValue>(of type: T.Type) -> MergeRule { .minimum }
    /// The rule of the lesser raw value of an enumeration.
    public static func minimum<T: RawRepresentable>(of type: T.Type) -> MergeRule
    where T.RawValue: _StampValue { .minimum }

    /// The rule of the sum of integers, up to what the type and a store can hold.
    public static func sum<T: _NumericValue & FixedWidthInteger>(of type: T.Type) -> MergeRule {
        .summing(in: SumRange(Int64(clamping: T.min)...Int64(clamping: T.max)))
    }
    /// The rule of the sum of floating-point numbers.
    public static func sum<T: _NumericValue & BinaryFloatingPoint>(of type: T.Type) -> MergeRule {
        .summing(in: SumRange(magnitude: Double(T.greatestFiniteMagnitude)))
    }
    /// The rule of the sum of decimals.
    public static func sum(of type: Decimal.Type) -> MergeRule { .sum }

    /// The rule of the union of option sets.
    public static func union<T: OptionSet>(of type: T.Type) -> MergeRule
    where T.RawValue: FixedWidthInteger & AttributeValue { .union }

    /// The rule of the union of sets.
    public static func union<Element: Hashable & Codable & Sendable>(of type: Set<Element>.Type) -> MergeRule
    {
        .uniting(type, empty: []) { base, mine, theirs in
            theirs.union(mine.subtracting(base)).subtracting(base.subtracting(mine))
        }
    }

    /// The rule of the union of arrays.
    public static func union<Element: Equatable & Codable & Sendable>(of type: [Element].Type) -> MergeRule {
        .uniting(type, empty: []) { base, mine, theirs in
            var merged = theirs.filter { !base.contains($0) || mine.contains($0) }
            for element in mine where !base.contains(element) && !merged.contains(element) {
                merged.append(element)
            }
            return merged
        }
    }

    /// The rule of the later side.
    public static func latest<T: _StampValue>(by attribute: String, of type: T.Type) -> MergeRule {
        .latest(by: attribute)
    }
}

/// Functions of the model.
extension _MergeRule {
    /// The rule of a function.
    public static func function<T: AttributeValue>(
        of type: T.Type, _ name: String, _ merge: @escaping @Sendable (T, T, T) throws -> T
    ) -> MergeRule {
        .function(name) {
            try merge(T(_storedValue: $0), T(_storedValue: $1), T(_storedValue: $2))._storedValue()
        }
    }

    /// The rule of a function over an enumeration; a raw value that is no case is malformed.
    public static func function<T: RawRepresentable & SendableMetatype>(
        of type: T.Type, _ name: String, _ merge: @escaping @Sendable (T, T, T) throws -> T
    ) -> MergeRule where T.RawValue: AttributeValue {
        .function(name) {
            try merge(T.stored($0), T.stored($1), T.stored($2)).rawValue._storedValue()
        }
    }

    /// The rule of a function over an optional enumeration; a raw value that is no case is malformed.
    public static func function<T: RawRepresentable & SendableMetatype>(
        of type: T?.Type, _ name: String, _ merge: @escaping @Sendable (T?, T?, T?) throws -> T?
    ) -> MergeRule where T.RawValue: AttributeValue {
        .function(name) {
            func stored(_ value: Value) throws -> T? { value.isNull ? nil : try T.stored(value) }
            return try merge(stored($0), stored($1), stored($2))?.rawValue._storedValue() ?? .null
        }
    }

    /// The rule of a function over a structured value.
    @_disfavoredOverload
    public static func function<T: Codable & Sendable & Equatable>(
        of type: T.Type, _ name: String, _ merge: @escaping @Sendable (T, T, T) throws -> T
    ) -> MergeRule {
        .function(name) {
            try _StoredAttribute.value(merge(T.structured($0), T.structured($1), T.structured($2)))
        }
    }

    /// The rule of a function over an optional structured value.
    @_disfavoredOverload
    public static func function<T: Codable & Sendable & Equatable>(
        of type: T?.Type, _ name: String, _ merge: @escaping @Sendable (T?, T?, T?) throws -> T?
    ) -> MergeRule {
        .function(name) {
            func stored(_ value: Value) throws -> T? { value.isNull ? nil : try T.structured(value) }
            return try _StoredAttribute.value(try merge(stored($0), stored($1), stored($2)))
        }
    }
}

extension MergeRule {
    /// The rule of the union of collections; no value is the empty one, and stays none where both sides have none.
    fileprivate static func uniting<T: Codable & Sendable & Equatable>(
        _ type: T.Type, empty: T, _ merge: @escaping @Sendable (T, T, T) -> T
    ) -> MergeRule {
        .uniting { base, mine, theirs in
            if mine.isNull, theirs.isNull { return .null }
            func stored(_ value: Value) throws -> T { value.isNull ? empty : try T.structured(value) }
            return try _StoredAttribute.value(try merge(stored(base), stored(mine), stored(theirs)))
        }
    }
}

extension RawRepresentable where RawValue: AttributeValue {
    fileprivate static func stored(_ value: Value) throws -> Self {
        guard let found = Self(rawValue: try RawValue(_storedValue: value)) else {
            throw RawValue.mismatch(value)
        }
        return found
    }
}

extension Decodable {
    fileprivate static func structured(_ value: Value) throws -> Self {
        guard case .text(let text) = value else { throw String.mismatch(value) }
        return try StructuredValue.decode(Self.self, from: text)
    }
}
