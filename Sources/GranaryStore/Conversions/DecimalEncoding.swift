public import FoundationEssentials

/// A text form of decimals whose byte order is the order of the numbers.
///
/// Stores whose engine has no exact decimal keep numbers in it: comparison, sorting and indexes of plain text
/// then work on it. The form is printable ASCII of at most 43 bytes, and equal numbers have equal texts:
///
/// | Number | Form | Example |
/// |---|---|---|
/// | positive | `P`, exponent + 500 in three digits, digits | 123.45 is `P50212345` |
/// | zero | `0` | `0` |
/// | negative | `-`, 499 − exponent in three digits, nine minus each digit, `~` | −123.45: `-49787654~` |
///
/// The exponent is that of the first digit; the digits have no trailing zeros.
/// `Docs/Design/decimal-encoding.md` says why the order holds.
public enum DecimalEncoding {
    static let positive = UInt8(ascii: "P")
    static let zero = UInt8(ascii: "0")
    static let negative = UInt8(ascii: "-")
    static let terminator = UInt8(ascii: "~")
    static let bias = 500
    /// The sign, three digits of exponent, 38 digits and the terminator.
    static let longest = 43

    /// Encodes a decimal.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for NaN and for more than 38 significant digits.
    public static func encode(_ decimal: Decimal) throws(GranaryError) -> String {
        let parts = try DecimalLimits.parts(of: decimal)
        return String(unsafeUninitializedCapacity: longest) { write(parts, into: $0) }
    }

    /// Writes the form of a number of at most 38 digits and returns its length.
    private static func write(_ parts: DecimalParts, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard parts.significand != 0 else {
            buffer[0] = zero
            return 1
        }
        let count = parts.digitCount
        let exponent = parts.exponent + count - 1
        buffer[0] = parts.isNegative ? negative : positive
        writeDigits(UInt64(parts.isNegative ? bias - 1 - exponent : bias + exponent), buffer, 1..<4)
        let split = max(4, count + 4 - 19)
        let (high, low) = parts.significand.quotientAndRemainder(dividingBy: UInt128.powersOfTen[19])
        writeDigits(UInt64(truncatingIfNeeded: high), buffer, 4..<split)
        writeDigits(UInt64(truncatingIfNeeded: low), buffer, split..<(4 + count))
        guard parts.isNegative else { return 4 + count }
        for index in 4..<(4 + count) { buffer[index] = complement(buffer[index]) }
        buffer[4 + count] = terminator
        return 5 + count
    }

    /// Writes the low digits of a number, right-aligned, with leading zeros.
    private static func writeDigits(
        _ value: UInt64, _ buffer: UnsafeMutableBufferPointer<UInt8>, _ range: Range<Int>
    ) {
        var rest = value
        for index in range.reversed() {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            buffer[index] = zero + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
    }

    /// The ASCII digit that makes nine with this one.
    static func complement(_ digit: UInt8) -> UInt8 { zero &+ (zero &+ 9 &- digit) }
}
