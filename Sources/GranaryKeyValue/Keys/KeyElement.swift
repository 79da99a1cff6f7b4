internal import FoundationEssentials
internal import GranaryStore

/// Reads the elements of keys.
enum KeyElement {
    /// The length of the first element; `nil` if there is none or it is incomplete.
    @inline(__always) static func length(_ bytes: Bytes) -> Int? {
        guard let tag = bytes.first else { return nil }
        let length: Int
        switch tag {
        case KeyTag.uuid: length = 17
        case KeyTag.integer &- 9...KeyTag.integer &+ 8: length = 1 + integerSize(tag, KeyTag.integer)
        case KeyTag.text, KeyTag.decimal: return textLength(bytes)
        case KeyTag.date &- 9...KeyTag.date &+ 8: length = 1 + integerSize(tag, KeyTag.date)
        case KeyTag.null, KeyTag.no, KeyTag.yes: length = 1
        case KeyTag.real: length = 9
        case KeyTag.data: return dataLength(bytes)
        default: return nil
        }
        return length <= bytes.count ? length : nil
    }

    @inline(__always) private static func integerSize(_ tag: UInt8, _ zero: UInt8) -> Int {
        tag < zero ? Int(zero &- 1 &- tag) : Int(tag &- zero)
    }

    private static func textLength(_ bytes: Bytes) -> Int? {
        var end = 1
        while end < bytes.count {
            if bytes[end] == 0 { return end + 1 }
            end += 1
        }
        return nil
    }

    private static func dataLength(_ bytes: Bytes) -> Int? {
        var end = 1
        while end < bytes.count {
            if bytes[end] == 0 {
                if end + 1 == bytes.count || bytes[end + 1] != 0xff { return end + 1 }
                end += 1
            }
            end += 1
        }
        return nil
    }

    /// Whether the first byte of an element belongs to a type.
    @inline(__always) static func isOfKind(_ tag: UInt8, _ type: AttributeType) -> Bool {
        switch type {
        case .uuid: tag == KeyTag.uuid
        case .integer: tag >= KeyTag.integer &- 9 && tag <= KeyTag.integer &+ 8
        case .text: tag == KeyTag.text
        case .date: tag >= KeyTag.date &- 9 && tag <= KeyTag.date &+ 8
        case .bool: tag == KeyTag.no || tag == KeyTag.yes
        case .real: tag == KeyTag.real
        case .decimal: tag == KeyTag.decimal
        case .data: tag == KeyTag.data
        case .json: false
        }
    }

    /// The integer in a whole element of an integer or a date.
    @inline(__always) static func integer(_ element: Bytes) -> Int64 {
        // Tags of integers begin at 0x20, those of dates at 0x40; the first nine are those of negative numbers.
        var value: Int64 = element[0] & 0x1f <= 8 ? -1 : 0
        for index in 1..<max(element.count, 1) { value = value << 8 | Int64(element[index]) }
        return value
    }

    /// The number in a whole element of a floating-point number.
    static func real(_ element: Bytes) -> Double {
        let ordered = UInt64(bigEndian: element.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
        return Double(bitPattern: ordered >> 63 == 1 ? ordered & ~(1 << 63) : ~ordered)
    }

    /// The UTF-8 of a whole element of text, or the ordered text of a decimal.
    @inline(__always) static func text(_ element: Bytes) -> Bytes {
        Bytes(rebasing: element[1..<(element.count - 1)])
    }

    /// The bytes of a whole element of data.
    static func data(_ element: Bytes) -> Data {
        var data = Data()
        var index = 1
        while index < element.count - 1 {
            data.append(element[index])
            index += element[index] == 0 ? 2 : 1
        }
        return data
    }
}
