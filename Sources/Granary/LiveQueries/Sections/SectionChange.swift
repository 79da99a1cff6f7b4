/// A section that left a live result, or entered it.
public enum SectionChange<Value: Sendable>: Sendable {
    /// A section left, at a position of the former result.
    case delete(at: Int, Value)
    /// A section entered, at a position of the new result.
    case insert(at: Int, Value)
}

extension SectionChange: Equatable where Value: Equatable {}
