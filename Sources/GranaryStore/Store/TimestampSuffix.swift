/// The suffix in the name of a file that was put aside: the time, and a number if there are several of that time.
package enum TimestampSuffix {
    /// Whether a text has the form `20260131T235959Z` or `20260131T235959Z-2`.
    package static func isOne(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z") else {
            return false
        }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard bytes[..<8].allSatisfy(isDigit), bytes[9..<15].allSatisfy(isDigit) else { return false }
        if bytes.count == 16 { return true }
        return bytes.count > 17 && bytes[16] == UInt8(ascii: "-") && bytes[17...].allSatisfy(isDigit)
    }
}
