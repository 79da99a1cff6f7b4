/// Bytes as text in base64url without padding: letters, digits, `-` and `_`.
enum Base64URL {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The value of each digit; 64 for another byte.
    private static let values: [UInt8] = (0..<256).map { byte in
        UInt8(digits.firstIndex { Int($0) == byte } ?? 64)
    }

    /// The text of some bytes.
    static func text(of bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var (count, bits, width) = (0, UInt32(0), 0)
            func append(_ digit: UInt32) {
                text[count] = digits[Int(digit & 63)]
                count += 1
            }
            for byte in bytes {
                (bits, width) = (bits << 8 | UInt32(byte), width + 8)
                while width >= 6 {
                    width -= 6
                    append(bits >> UInt32(width))
                }
            }
            if width > 0 { append(bits << UInt32(6 - width)) }
            return count
        }
    }

    /// The bytes of a text; `nil` for one that ``text(of:)`` does not make.
    static func bytes(of text: String) -> [UInt8]? { Bytewise.withBytes(text, bytes) }

    private static func bytes(of digits: UnsafeRawBufferPointer) -> [UInt8]? {
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 3)
        var seen: UInt8 = 0
        // Four digits at a time make three bytes; missing ones at the end count as zeros.
        for start in stride(from: 0, to: digits.count, by: 4) {
            var bits: UInt32 = 0
            for position in start..<start + 4 {
                let value = position < digits.count ? values[Int(digits[position])] : 0
                seen |= value
                bits = bits << 6 | UInt32(value & 63)
            }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
        }
        let unused = bytes.count - digits.count * 6 / 8
        // The last digit has only zeros beyond the last byte, and one digit alone makes no byte.
        guard seen < 64, unused < 3, bytes.suffix(unused).allSatisfy({ $0 == 0 }) else { return nil }
        bytes.removeLast(unused)
        return bytes
    }
}
