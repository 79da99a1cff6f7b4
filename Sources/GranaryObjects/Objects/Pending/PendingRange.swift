/// A range of values of one column; a limit is `nil` where the range is open.
struct PendingRange {
    /// One end of a range.
    typealias Limit = (value: Value, isInclusive: Bool)

    let column: Int
    private(set) var lower: Limit?
    private(set) var upper: Limit?

    /// The range of a condition about one column; `nil` for a condition of another kind.
    init?(_ test: IndexableTest) {
        switch test {
        case .lower(let column, let value, let isInclusive):
            self.column = column
            lower = (value, isInclusive)
        case .upper(let column, let value, let isInclusive):
            self.column = column
            upper = (value, isInclusive)
        case .points, .prefix, .beyond: return nil
        }
    }

    /// Adopts the limits of another range of the same column where this one is open.
    mutating func narrow(by other: PendingRange) {
        guard other.column == column else { return }
        lower = lower ?? other.lower
        upper = upper ?? other.upper
    }

    /// Whether a value is below the range.
    func isBelow(_ value: Value) -> Bool {
        lower.map { !Self.follows(value, $0.value, $0.isInclusive) } ?? false
    }

    /// Whether a value is above the range.
    func isAbove(_ value: Value) -> Bool {
        upper.map { !Self.follows($0.value, value, $0.isInclusive) } ?? false
    }

    private static func follows(_ value: Value, _ other: Value, _ isInclusive: Bool) -> Bool {
        switch value.compare(other) {
        case .greater: true
        case .equal: isInclusive
        case .less: false
        }
    }
}
