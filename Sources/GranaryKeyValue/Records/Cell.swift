internal import FoundationEssentials
internal import GranaryStore

/// The bytes of one value of a row in the engine's memory; none for null.
///
/// A value of the primary key is a whole element of the row's key, any other the content of a field in the record.
struct Cell {
    /// The start of the bytes; `nil` for null.
    let start: UnsafeRawPointer?
    /// The number of bytes; for a Boolean in a record, 1 for true and 0 for false.
    let count: Int

    /// Null.
    @inline(__always) init() {
        start = nil
        count = 0
    }

    /// A value.
    @inline(__always) init(_ start: UnsafeRawPointer, _ count: Int) {
        self.start = start
        self.count = count
    }

    /// The bytes.
    @inline(__always) var bytes: Bytes { Bytes(start: start, count: count) }

    /// The integer in a record's field.
    @inline(__always) var integer: Int64 {
        guard let start else { return 0 }
        var value: UInt64 = 0
        var shift: UInt64 = 0
        for index in 0..<count {
            value |= UInt64(start.load(fromByteOffset: index, as: UInt8.self) & 0x7f) &<< shift
            shift &+= 7
        }
        return RecordFormat.unfolded(value)
    }

    /// The eight bytes of a record's field as a number.
    @inline(__always) var eight: UInt64 {
        guard let start, count == 8 else { return 0 }
        return UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    }

    /// The identifier in the last sixteen bytes of a field or an element.
    @inline(__always) var uuid: UUID {
        guard let start, count >= 16 else {
            return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }
        return UUID(uuid: (start + (count &- 16)).loadUnaligned(as: uuid_t.self))
    }
}

extension Cell {
    /// The text in an element of a key or in a record's field; `nil` for bytes that are not valid as text.
    @inline(__always) func text(inKey: Bool) -> String? {
        StoredText.decode(inKey ? KeyElement.text(bytes) : bytes)
    }

    /// The microseconds in an element of a key or in a record's field; `nil` outside the years 1 to 9999.
    @inline(__always) func date(inKey: Bool) -> Int64? {
        let moment = inKey ? KeyElement.integer(bytes) : Int64(bitPattern: eight)
        return StoredDate.range.contains(moment) ? moment : nil
    }

    /// The number in an element of a key or in a record's field; `nil` for NaN.
    @inline(__always) func real(inKey: Bool) -> Double? {
        let number = inKey ? KeyElement.real(bytes) : Double(bitPattern: eight)
        return number.isNaN ? nil : number
    }

    /// The value, read as an element of a key or as the content of a field; `nil` if no store may hold it.
    func value(_ type: AttributeType, inKey: Bool) -> Value? {
        guard start != nil else { return .null }
        switch type {
        case .bool: return .bool(inKey ? bytes[0] == KeyTag.yes : count == 1)
        case .integer: return .integer(inKey ? KeyElement.integer(bytes) : integer)
        case .date: return date(inKey: inKey).map(Value.date)
        case .real: return real(inKey: inKey).map(Value.real)
        case .uuid: return .uuid(uuid)
        case .text, .json: return text(inKey: inKey).map(Value.text)
        case .data: return .data(inKey ? KeyElement.data(bytes) : Data(bytes))
        case .decimal:
            return (try? DecimalEncoding.decode(inKey ? KeyElement.text(bytes) : bytes)).map(Value.decimal)
        }
    }

    /// Appends a text as the element of its folded form.
    func appendFolded(inKey: Bool, to key: KeyValueBuffer) {
        guard start != nil else { return key.append(byte: KeyTag.null) }
        let folded = TextFolding.caseInsensitive.foldedBytes(inKey ? KeyElement.text(bytes) : bytes)
        folded.withUnsafeBytes { key.append(textElement: $0) }
    }

    /// Appends the value as an element of a key.
    @inline(__always) func append(as type: AttributeType, inKey: Bool, to key: KeyValueBuffer) {
        guard start != nil else { return key.append(byte: KeyTag.null) }
        if inKey { return key.append(bytes) }
        switch type {
        case .integer: key.append(integerElement: integer, tag: KeyTag.integer)
        case .text: key.append(textElement: bytes)
        case .uuid:
            key.append(byte: KeyTag.uuid)
            key.append(bytes)
        case .date: key.append(integerElement: Int64(bitPattern: eight), tag: KeyTag.date)
        case .bool: key.append(byte: count == 1 ? KeyTag.yes : KeyTag.no)
        case .real: key.append(realElement: Double(bitPattern: eight))
        case .decimal: key.append(textElement: bytes, tag: KeyTag.decimal)
        case .data: key.append(dataElement: bytes)
        // No key and no index has structured values: the schema refuses both.
        case .json: key.append(textElement: bytes)
        }
    }
}
