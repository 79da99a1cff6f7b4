internal import FoundationEssentials

extension Value {
    /// Orders any two values: the order of sorts, of keys and of the comparison operators.
    ///
    /// Null comes first. Values of one kind are ordered by value: false before true, text, data and UUIDs by
    /// their bytes. Integers, floating-point numbers and decimals are compared with each other exactly, by
    /// value, so 1 and 1.0 are ``Ordering/equal`` here although they are not `==`. Values of kinds that
    /// cannot be compared are ordered by kind: bool, numbers, text, data, date, UUID. NaN, which no store
    /// holds, comes before all other numbers.
    public func compare(_ other: Value) -> Ordering {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): Ordering(a, b)
        case (.text(let a), .text(let b)): Bytewise.compare(a, b)
        case (.date(let a), .date(let b)): Ordering(a, b)
        case (.uuid(let a), .uuid(let b)): Value.compare(a, b)
        case (.real(let a), .real(let b)): NumberOrder.compare(a, b)
        case (.bool(let a), .bool(let b)): Ordering(a ? 1 : 0, b ? 1 : 0)
        case (.data(let a), .data(let b)): Value.compare(a, b)
        case (.decimal(let a), .decimal(let b)): DecimalOrder.compare(a, b)
        default: compareAcrossKinds(other)
        }
    }

    /// Whether this value comes before the other in the order of ``compare(_:)``.
    public func precedes(_ other: Value) -> Bool { compare(other) == .less }

    private func compareAcrossKinds(_ other: Value) -> Ordering {
        switch (self, other) {
        case (.integer(let a), .real(let b)): NumberOrder.compare(a, b)
        case (.real(let a), .integer(let b)): NumberOrder.compare(b, a).reversed
        case (.integer(let a), .decimal(let b)): NumberOrder.compare(a, b)
        case (.decimal(let a), .integer(let b)): NumberOrder.compare(b, a).reversed
        case (.real(let a), .decimal(let b)): NumberOrder.compare(a, b)
        case (.decimal(let a), .real(let b)): NumberOrder.compare(b, a).reversed
        default: Ordering(orderRank, other.orderRank)
        }
    }

    /// The place of the kind among kinds that cannot be compared.
    private var orderRank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .integer, .real, .decimal: 2
        case .text: 3
        case .data: 4
        case .date: 5
        case .uuid: 6
        }
    }

    private static func compare(_ left: UUID, _ right: UUID) -> Ordering {
        withUnsafeBytes(of: left.uuid) { a in withUnsafeBytes(of: right.uuid) { b in Bytewise.compare(a, b) }
        }
    }

    private static func compare(_ left: Data, _ right: Data) -> Ordering {
        left.withUnsafeBytes { a in right.withUnsafeBytes { b in Bytewise.compare(a, b) } }
    }
}
