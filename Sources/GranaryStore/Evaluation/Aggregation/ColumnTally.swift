internal import FoundationEssentials

/// The known values in one column of a group, updated as rows enter and leave it.
enum ColumnTally {
    /// Nothing but the rows of the group.
    case rows
    /// The number of values that are not `nil`.
    case values(Int64)
    /// A sum or mean of integers.
    case integers(IntegerSum, isAverage: Bool)
    /// A sum or mean of decimals.
    case decimals(DecimalSum, isAverage: Bool)
    /// The smallest value for `less`, the largest for `greater`; null for none.
    case extreme(Value, Ordering)

    /// Takes a value that has entered.
    mutating func add(_ value: Value) {
        switch (self, value) {
        case (_, .null), (.rows, _): return
        case (.values(let count), _): self = .values(count + 1)
        case (.integers(var sum, let isAverage), .integer(let number)):
            sum.add(number)
            self = .integers(sum, isAverage: isAverage)
        case (.decimals(var sum, let isAverage), .decimal(let number)):
            sum.add(number)
            self = .decimals(sum, isAverage: isAverage)
        case (.extreme(let extreme, let wanted), _):
            if extreme.isNull || value.compare(extreme) == wanted { self = .extreme(value, wanted) }
        default: return
        }
    }

    /// Removes a value that has left; returns whether the rest is still known.
    mutating func remove(_ value: Value) -> Bool {
        switch (self, value) {
        case (_, .null), (.rows, _): return true
        case (.values(let count), _): self = .values(count - 1)
        case (.integers(var sum, let isAverage), .integer(let number)):
            sum.remove(number)
            self = .integers(sum, isAverage: isAverage)
        case (.decimals(var sum, let isAverage), .decimal(let number)):
            // A sum with NaN is no number, and the rest of it is not known.
            if number.isNaN { return false }
            sum.remove(number)
            self = .decimals(sum, isAverage: isAverage)
        case (.extreme(let extreme, let wanted), _):
            let order = value.compare(extreme)
            // A value beyond the extreme belongs to a save that was not reported yet.
            return !extreme.isNull && order != .equal && order != wanted
        default: return false
        }
        return true
    }

    /// Whether it is known of no value.
    var isEmpty: Bool {
        switch self {
        case .rows: true
        case .values(let count): count == 0
        case .integers(let sum, _): sum.count == 0 && (try? sum.sum()) == 0
        case .decimals(let sum, _): sum.count == 0 && (try? sum.sum()) == 0
        case .extreme(let extreme, _): extreme.isNull
        }
    }

    /// The result for a group with a number of rows.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` where a sum leaves its range.
    func result(ofRows count: Int64) throws -> Value {
        switch self {
        case .rows: .integer(count)
        case .values(let count): .integer(count)
        case .integers(let sum, isAverage: true): sum.average.map(Value.real) ?? .null
        case .integers(let sum, isAverage: false): .integer(try sum.sum())
        case .decimals(let sum, isAverage: true): try sum.average().map(Value.decimal) ?? .null
        case .decimals(let sum, isAverage: false): .decimal(try sum.sum())
        case .extreme(let extreme, _): extreme
        }
    }
}
