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
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var (bits, width) = (UInt32(0), 0)
        for digit in text.utf8 {
            let value = values[Int(digit)]
            if value > 63 { return nil }
            (bits, width) = (bits << 6 | UInt32(value), width + 6)
            if width >= 8 {
                width -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(width)))
            }
        }
        // The remaining bits fill up the last digit: zeros, and fewer than a digit's.
        return width < 6 && bits & (1 << UInt32(width) - 1) == 0 ? bytes : nil
    }
}
