internal import FoundationEssentials

/// Durations count in whole microseconds, as dates do, so that a date plus a stored duration is exact.
extension Duration: AttributeValue {
    /// An integer, of microseconds.
    @_documentation(visibility: private)
    public static var attributeType: AttributeType { .integer }
    /// Reads a column.
    public static func _decode(_ row: borrowing Row, at column: Int) throws -> Duration {
        .microseconds(try row.cursor.integer(at: column))
    }
    /// Writes a column, rounded to the nearest microsecond; durations beyond 64 bits of them are refused.
    public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        writer.integer(try storedMicroseconds, at: column)
    }
    /// Whether they round to the same microsecond.
    public func _isStoredLike(_ other: Duration) -> Bool {
        self == other || wholeMicroseconds == other.wholeMicroseconds
    }
    /// The duration rounded to its microsecond; unchanged beyond 64 bits of them, which no save accepts.
    public var _asStored: Duration {
        Int64(exactly: wholeMicroseconds).map { .microseconds($0) } ?? self
    }
    /// The microseconds.
    public func _storedValue() throws -> Value { .integer(try storedMicroseconds) }
    /// The microseconds; of a longer duration, a decimal, which is beyond everything that is stored.
    public func _comparedValue() throws -> Value {
        Int64(exactly: wholeMicroseconds).map(Value.integer)
            ?? .decimal(Decimal(components.seconds) * 1_000_000)
    }
    /// Takes microseconds; a mean of durations is rounded to them.
    public init(_storedValue storedValue: Value) throws {
        switch storedValue {
        case .integer(let microseconds): self = .microseconds(microseconds)
        case .real(let mean):
            guard let microseconds = Int64(exactly: mean.rounded()) else { throw Self.mismatch(storedValue) }
            self = .microseconds(microseconds)
        default: throw Self.mismatch(storedValue)
        }
    }

    /// The nearest number of microseconds; ties go away from zero.
    private var wholeMicroseconds: Int128 {
        let (seconds, attoseconds) = components
        let half: Int64 = attoseconds < 0 ? -500_000_000_000 : 500_000_000_000
        return Int128(seconds) * 1_000_000 + Int128((attoseconds + half) / 1_000_000_000_000)
    }

    private var storedMicroseconds: Int64 {
        get throws {
            guard let exact = Int64(exactly: wholeMicroseconds) else {
                throw Self.invalid("it does not fit 64 signed bits of microseconds, some 292,000 years.")
            }
            return exact
        }
    }
}

extension TimeOfDay: AttributeValue {
    /// An integer, of microseconds since midnight.
    @_documentation(visibility: private)
    public static var attributeType: AttributeType { .integer }
    /// Reads a column; a number that is no time of a day is malformed.
    public static func _decode(_ row: borrowing Row, at column: Int) throws -> TimeOfDay {
        guard let time = TimeOfDay(microsecondsSinceMidnight: try row.cursor.integer(at: column)) else {
            throw row.malformed(at: column, "holds a number that is no time of a day")
        }
        return time
    }
    /// Writes a column.
    public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        writer.integer(microsecondsSinceMidnight, at: column)
    }
    /// Whether they are equal.
    public func _isStoredLike(_ other: TimeOfDay) -> Bool { self == other }
    /// The microseconds since midnight.
    public func _storedValue() throws -> Value { .integer(microsecondsSinceMidnight) }
    /// Takes microseconds since midnight.
    public init(_storedValue storedValue: Value) throws {
        guard case .integer(let microseconds) = storedValue,
            let time = TimeOfDay(microsecondsSinceMidnight: microseconds)
        else { throw Self.mismatch(storedValue) }
        self = time
    }
}
