package import FoundationEssentials

/// A JSON number as written: each numeric type takes it with all its digits, or not at all.
package struct JSONNumber: Sendable, Hashable {
    /// The number, as JSON writes it.
    package let text: String

    /// Takes a text that is known to be a JSON number.
    package init(text: String) { self.text = text }

    /// Writes an integer.
    package init(_ number: some FixedWidthInteger) { text = String(number) }

    /// Writes a floating-point number, by the fewest digits that distinguish it from all others; `nil` if it is not
    /// finite.
    package init?(_ number: some BinaryFloatingPoint & LosslessStringConvertible) {
        guard number.isFinite else { return nil }
        let digits = number.description
        text = digits.ends(with: ".0") ? String(digits.dropLast(2)) : digits
    }

    /// Writes a decimal with all its digits; `nil` if it is not a number.
    package init?(_ number: Decimal) {
        if number.isNaN { return nil }
        text = number.description
    }

    /// The integer with this value, in any notation; `nil` if it is none, or out of the type's range.
    package func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
        if let plain = T(text) { return plain }
        guard let parts else { return nil }
        guard parts.exponent >= 0 else { return nil }
        guard let power = UInt128.powerOfTen(parts.exponent) else { return nil }
        let (magnitude, overflow) = parts.significand.multipliedReportingOverflow(by: power)
        if overflow { return nil }
        if !parts.isNegative { return T(exactly: magnitude) }
        // The smallest number of a signed type has no counterpart.
        if magnitude == 1 << 127 { return T(exactly: Int128.min) }
        return Int128(exactly: magnitude).flatMap { T(exactly: -$0) }
    }

    /// The nearest floating-point number; `nil` for a number beyond the type's range.
    package func real<T: BinaryFloatingPoint & LosslessStringConvertible>(_ type: T.Type) -> T? {
        guard let number = T(text), number.isFinite else { return nil }
        return number
    }

    /// The decimal; `nil` for a number with more digits, or a larger or smaller exponent, than `Decimal` holds.
    package var decimal: Decimal? { parts?.decimal }

    /// Sign, digits and exponent; `nil` where there are more digits than 128 bits hold.
    private var parts: DecimalParts? {
        let bytes = text.utf8
        let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.endIndex
        var (significand, exponent, zeros): (UInt128, Int, Int) = (0, 0, 0)
        var isFraction = false
        for byte in bytes[..<end] {
            if byte == UInt8(ascii: "-") { continue }
            if byte == UInt8(ascii: ".") {
                isFraction = true
                continue
            }
            if isFraction { exponent -= 1 }
            // Zeros count once another digit follows them: `1.000…0` is 1, however long it is.
            if byte == UInt8(ascii: "0") {
                zeros += 1
                continue
            }
            guard let wider = Self.appended(byte, behind: zeros, to: significand) else { return nil }
            (significand, zeros) = (wider, 0)
        }
        if significand == 0 { return DecimalParts(0) }
        if end < bytes.endIndex {
            guard let power = Int32(text[bytes.index(after: end)...]) else { return nil }
            exponent += Int(power)
        }
        return DecimalParts(
            isNegative: bytes.first == UInt8(ascii: "-"), significand: significand, exponent: exponent + zeros
        )
    }

    /// Digits with some zeros and one more digit after them; `nil` if that is more than 128 bits.
    private static func appended(_ digit: UInt8, behind zeros: Int, to digits: UInt128) -> UInt128? {
        let last = UInt128(digit - UInt8(ascii: "0"))
        if digits == 0 { return last }
        guard let power = UInt128.powerOfTen(zeros + 1) else { return nil }
        let (wider, overflow) = digits.multipliedReportingOverflow(by: power)
        let (sum, carry) = wider.addingReportingOverflow(last)
        return overflow || carry ? nil : sum
    }
}
