/// A set of properties of one entity, by position: those that have changed, or those to write.
///
/// Attributes come first in the order the model declares them, then relationships to one. An entity has
/// at most ``capacity`` such properties; the macro and the schema refuse more.
@frozen public struct PropertySet: Sendable, Hashable {
    @usableFromInline var low: UInt64
    @usableFromInline var high: UInt64

    /// The largest number of properties.
    public static let capacity = 128

    /// Makes an empty set.
    @inlinable public init() {
        low = 0
        high = 0
    }

    /// Every property.
    public static let all: PropertySet = {
        var set = PropertySet()
        set.low = .max
        set.high = .max
        return set
    }()

    /// Whether the set is empty.
    @inlinable public var isEmpty: Bool { low | high == 0 }

    /// Whether the property at a position is in the set; positions outside 0..<128 never are.
    @inlinable public func contains(_ position: Int) -> Bool {
        let bit = UInt(bitPattern: position)
        if bit < 64 { return low & (1 &<< UInt64(bit)) != 0 }
        return bit < 128 && high & (1 &<< UInt64(bit &- 64)) != 0
    }

    /// Adds the property at a position in 0..<128.
    @inlinable public mutating func insert(_ position: Int) {
        if position < 64 {
            low |= 1 &<< UInt64(truncatingIfNeeded: position)
        } else {
            high |= 1 &<< UInt64(truncatingIfNeeded: position &- 64)
        }
    }

    /// Removes the property at a position in 0..<128.
    @inlinable public mutating func remove(_ position: Int) {
        if position < 64 {
            low &= ~(1 &<< UInt64(truncatingIfNeeded: position))
        } else {
            high &= ~(1 &<< UInt64(truncatingIfNeeded: position &- 64))
        }
    }

    /// Adds all properties of another set.
    @inlinable public mutating func formUnion(_ other: PropertySet) {
        low |= other.low
        high |= other.high
    }

    /// The properties that are in both sets.
    @inlinable public func intersection(_ other: PropertySet) -> PropertySet {
        var result = self
        result.low &= other.low
        result.high &= other.high
        return result
    }

    /// The properties of this set that are not in the other.
    @inlinable public func subtracting(_ other: PropertySet) -> PropertySet {
        var result = self
        result.low &= ~other.low
        result.high &= ~other.high
        return result
    }

    /// Makes the set of the first properties, at most all.
    public init(count: Int) {
        self.init()
        for position in 0..<min(max(count, 0), Self.capacity) { insert(position) }
    }

    /// The positions in the set, ascending.
    public var positions: [Int] { (0..<Self.capacity).filter(contains) }
}
