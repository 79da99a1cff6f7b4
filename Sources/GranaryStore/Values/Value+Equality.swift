/// Equality is storage equality: same kind, same stored value; text by its UTF-8 bytes.
///
/// Numbers of different kinds are never equal here (``Value/compare(_:)`` compares them by value); −0.0 equals 0.0,
/// decimals are equal by value regardless of trailing zeros, and NaN, which no store holds, equals itself.
extension Value: Hashable {
    /// Whether both values are stored alike.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a == b || (a.isNaN && b.isNaN)
        case (.text(let a), .text(let b)): Bytewise.equal(a, b)
        case (.data(let a), .data(let b)): a == b
        case (.date(let a), .date(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.decimal(let a), .decimal(let b)): DecimalOrder.equal(a, b)
        default: false
        }
    }

    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .integer(let value), .date(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value.isNaN ? Double.nan.bitPattern : (value + 0).bitPattern)
        case .text(let value): value.hashBytes(into: &hasher)
        case .data(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(DecimalParts(value))
        }
    }
}

extension String {
    /// Hashes the UTF-8 bytes and their number, to go with ``Bytewise/equal(_:_:)``.
    package func hashBytes(into hasher: inout Hasher) {
        Bytewise.withBytes(self) {
            hasher.combine($0.count)
            hasher.combine(bytes: $0)
        }
    }
}
