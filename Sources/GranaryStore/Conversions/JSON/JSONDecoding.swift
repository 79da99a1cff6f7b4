import FoundationEssentials

/// Decodes values from JSON, numbers with all their digits or not at all.
struct JSONDecoding: Decoder {
    let value: JSONValue
    let path: JSONPath?
    let dates: JSONDates
    /// The values for members that the object does not have.
    let absent: (any AbsentMembers)?

    var codingPath: [any CodingKey] { JSONPath.keys(path) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Prepares for a value.
    ///
    /// `absent` gives values for members that the object does not have; for the whole value, not for nested ones.
    init(_ value: JSONValue, at path: JSONPath? = nil, dates: JSONDates, absent: (any AbsentMembers)? = nil) {
        self.value = value
        self.path = path
        self.dates = dates
        self.absent = absent
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(JSONKeyedDecoding(members, of: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = value else { throw mismatch([Any].self) }
        return JSONUnkeyedDecoding(values, of: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONDecoding {
    /// The value as a type.
    func decoded<T: Decodable>(_ type: T.Type) throws -> T {
        // Values that JSON has types for, and values that do not use their own coding.
        let special: Any? =
            if type == String.self {
                try decode(String.self)
            } else if type == Int.self {
                try decode(Int.self)
            } else if type == Double.self {
                try decode(Double.self)
            } else if type == Bool.self {
                try decode(Bool.self)
            } else if type == Date.self {
                try date()
            } else if type == Decimal.self {
                try decimal()
            } else if type == Data.self {
                try data()
            } else if type == URL.self {
                try url()
            } else {
                nil
            }
        // Unwrapped first, since nil casts to any optional type.
        if let special, let value = special as? T { return value }
        return try T(from: self)
    }

    private func date() throws -> Date {
        let text: Date?
        switch dates {
        case .seconds: return Date(timeIntervalSinceReferenceDate: try decode(Double.self))
        case .microseconds: text = DateText.date(try decode(String.self))
        case .exact: text = DateText.exactDate(try decode(String.self))
        }
        guard let text else { throw corrupted("The text is no moment as RFC 3339 writes it.") }
        return text
    }

    private func decimal() throws -> Decimal {
        guard case .number(let number) = value else { throw mismatch(Decimal.self) }
        guard let decimal = number.decimal else { throw unfit(Decimal.self) }
        return decimal
    }

    private func data() throws -> Data {
        guard let data = Data(base64Encoded: try decode(String.self)) else {
            throw corrupted("The text is no Base64.")
        }
        return data
    }

    private func url() throws -> URL {
        guard let url = URL(string: try decode(String.self)) else { throw corrupted("The text is no URL.") }
        return url
    }

    fileprivate func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard case .number(let number) = value else { throw mismatch(type) }
        guard let integer = number.integer(type) else { throw unfit(type) }
        return integer
    }

    fileprivate func real<T: BinaryFloatingPoint & LosslessStringConvertible>(_ type: T.Type) throws -> T {
        guard case .number(let number) = value else { throw mismatch(type) }
        guard let real = number.real(type) else { throw unfit(type) }
        return real
    }

    // MARK: Errors

    private func mismatch(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "Another kind of JSON.")
        return if case .null = value { .valueNotFound(type, context) } else { .typeMismatch(type, context) }
    }

    private func unfit(_ type: Any.Type) -> DecodingError {
        .dataCorrupted(
            .init(
                codingPath: codingPath, debugDescription: "A number that the type does not hold.",
                underlyingError: JSONUnfitNumber(type: "\(type)")))
    }

    private func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }
}

extension JSONDecoding: SingleValueDecodingContainer {
    func decodeNil() -> Bool { if case .null = value { true } else { false } }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let truth) = value else { throw mismatch(type) }
        return truth
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = value else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double { try real(type) }
    func decode(_ type: Float.Type) throws -> Float { try real(type) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoded(type) }
}
