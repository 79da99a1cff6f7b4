/// Keeps the sign of zeros in JSON, which the numbers of `jsonb` do not have.
///
/// A zero below zero is stored as a number so small that every `Double` of it is −0.0, and read as `-0` again.
enum NegativeZero {
    /// A number that no encoder writes: the least positive `Double` is 5e-324.
    private static let mark = "-1e-400"
    /// The mark as PostgreSQL writes it.
    private static let written = Array("-0.\(String(repeating: "0", count: 399))1".utf8)

    /// JSON with marks for its zeros below zero; `nil` if it has none.
    ///
    /// - Complexity: linear, at the speed of a search for a byte where there is no minus before a zero.
    static func marked(_ json: String) -> String? {
        var json = json
        return json.withUTF8 { bytes in
            let mayHold = bytes.indices.dropLast().contains { bytes[$0] == minus && bytes[$0 + 1] == zero }
            return mayHold
                ? replaced(mark, in: bytes) {
                    $0.first == minus && $0.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy(isOfZero)
                } : nil
        }
    }

    /// JSON with zeros below zero in the place of their marks.
    static func unmarked(_ json: String) -> String {
        guard json.utf8.count >= written.count, json.utf8.firstRange(of: written) != nil else { return json }
        var text = json
        return text.withUTF8 { replaced("-0", in: $0) { $0.elementsEqual(written) } } ?? json
    }

    private static let minus = UInt8(ascii: "-")
    private static let zero = UInt8(ascii: "0")

    /// JSON with another number in the place of some; `nil` if there are none.
    private static func replaced(
        _ number: String, in bytes: UnsafeBufferPointer<UInt8>,
        where isMeant: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool
    ) -> String? {
        var (result, position, isFound): ([UInt8], Int, Bool) = ([], 0, false)
        result.reserveCapacity(bytes.count)
        while position < bytes.count {
            let end = self.end(ofPartAt: position, bytes)
            if isMeant(bytes[position..<end]) {
                result += number.utf8
                isFound = true
            } else {
                result += bytes[position..<end]
            }
            position = end
        }
        return isFound ? String(decoding: result, as: UTF8.self) : nil
    }

    /// Whether a byte may be in a zero before its exponent.
    private static func isOfZero(_ byte: UInt8) -> Bool {
        byte == minus || byte == zero || byte == UInt8(ascii: ".")
    }

    /// The end of a text, of a number, or of a single sign.
    private static func end(ofPartAt start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var end = start + 1
        switch bytes[start] {
        case UInt8(ascii: "\""):
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(end + 1, bytes.count)
        case minus, zero...UInt8(ascii: "9"):
            while end < bytes.count, "0123456789.eE+-".utf8.contains(bytes[end]) { end += 1 }
            return end
        default: return end
        }
    }
}
