import FoundationEssentials

/// Encodes values as JSON, numbers with all their digits.
struct JSONEncoding: Encoder {
    let slot: JSONSlot
    let path: JSONPath?
    let dates: JSONDates
    /// Takes the members of the object as values, which are then not written.
    let collector: MemberCollector?

    var codingPath: [any CodingKey] { JSONPath.keys(path) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ slot: JSONSlot, at path: JSONPath? = nil, dates: JSONDates, collector: MemberCollector? = nil) {
        self.slot = slot
        self.path = path
        self.dates = dates
        self.collector = collector
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONKeyedEncoding(self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONUnkeyedEncoding(self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONEncoding {
    static let isNotFinite = "JSON has only finite numbers."
    static let isTooDeep = "It is nested more than \(JSONReader.deepest) levels deep."
    static let writesNothing = "It writes nothing."
    /// Why a value cannot be written, in words that reveal nothing of it.
    static let reasons: Set = [isNotFinite, isTooDeep, writesNothing]

    /// Writes a value.
    func write<T: Encodable>(_ value: T) throws {
        if let path, path.depth >= JSONReader.deepest {
            // It could not be read again.
            throw EncodingError.invalidValue(
                value, .init(codingPath: codingPath, debugDescription: Self.isTooDeep))
        }
        // Values that JSON has types for, and values that do not use their own coding.
        if T.self == String.self, let text = value as? String {
            slot.write(.text(text))
        } else if T.self == Int.self, let number = value as? Int {
            slot.write(.number(JSONNumber(number)))
        } else if T.self == Double.self, let number = value as? Double {
            try write(number: JSONNumber(number), of: value)
        } else if T.self == Bool.self, let truth = value as? Bool {
            slot.write(.bool(truth))
        } else if T.self == Date.self, let date = value as? Date {
            try write(date)
        } else if T.self == Decimal.self, let number = value as? Decimal {
            try write(number: JSONNumber(number), of: value)
        } else if T.self == Data.self, let data = value as? Data {
            slot.write(.text(data.base64EncodedString()))
        } else if T.self == URL.self, let url = value as? URL {
            slot.write(.text(url.absoluteString))
        } else {
            try value.encode(to: self)
        }
    }

    private func write(_ date: Date) throws {
        switch dates {
        case .seconds:
            let seconds = date.timeIntervalSinceReferenceDate
            try write(number: JSONNumber(seconds), of: date)
        case .microseconds: slot.write(.text(try DateText.text(of: date)))
        case .exact: slot.write(.text(try DateText.exactText(of: date)))
        }
    }

    private func write(number: JSONNumber?, of value: Any) throws {
        guard let number else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: codingPath, debugDescription: Self.isNotFinite))
        }
        slot.write(.number(number))
    }
}

extension JSONEncoding: SingleValueEncodingContainer {
    func encodeNil() { slot.write(.null) }
    func encode(_ value: Bool) { slot.write(.bool(value)) }
    func encode(_ value: String) { slot.write(.text(value)) }
    func encode(_ value: Double) throws { try write(number: JSONNumber(value), of: value) }
    func encode(_ value: Float) throws { try write(number: JSONNumber(value), of: value) }
    func encode(_ value: Int) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: Int8) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: Int16) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: Int32) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: Int64) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: Int128) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: UInt) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: UInt8) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: UInt16) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: UInt32) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: UInt64) { slot.write(.number(JSONNumber(value))) }
    func encode(_ value: UInt128) { slot.write(.number(JSONNumber(value))) }
    func encode<T: Encodable>(_ value: T) throws { try write(value) }
}
