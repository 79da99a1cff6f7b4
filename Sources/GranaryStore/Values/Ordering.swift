/// The result of comparing two values.
@frozen public enum Ordering: Int8, Sendable, Hashable, Codable {
    /// The first value comes before the second.
    case less = -1
    /// Neither value comes before the other.
    case equal = 0
    /// The first value comes after the second.
    case greater = 1

    /// Compares two values of a type that has its own order.
    @inlinable public init<T: Comparable>(_ left: T, _ right: T) {
        self = left < right ? .less : (right < left ? .greater : .equal)
    }

    /// The ordering seen from the other side.
    @inlinable public var reversed: Ordering {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }

    /// This ordering, or where it is ``equal`` the next one: compares by several criteria in order.
    @inlinable public func then(_ next: @autoclosure () -> Ordering) -> Ordering {
        self == .equal ? next() : self
    }
}
