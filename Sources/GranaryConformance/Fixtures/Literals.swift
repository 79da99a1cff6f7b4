import FoundationEssentials
import Granary

/// A decimal from digits with an optional point and exponent, as many as a store keeps.
func makeDecimal(_ text: String) -> Decimal {
    let parts = text.split(separator: "e")
    let digits = (parts.first ?? "").split(separator: ".")
    let fraction = digits.count > 1 ? String(digits[1]) : ""
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
    return DecimalParts(scientificText: "\(digits.first ?? "0")\(fraction)e\(exponent)")?.decimal ?? .nan
}

/// An identifier of two halves, the lower one first.
func makeUUID(_ low: UInt64, high: UInt64 = 0) -> UUID {
    func byte(_ half: UInt64, _ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: half >> UInt64(56 - index * 8))
    }
    return UUID(
        uuid: (
            byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
            byte(high, 6),
            byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
            byte(low, 6), byte(low, 7)
        ))
}

/// A URL of a literal that is one.
func makeURL(_ text: StaticString) -> URL { URL(string: "\(text)") ?? URL(filePath: "/") }

/// A point in time by its date and time in UTC, by the rules of the proleptic Gregorian calendar.
func makeDate(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Double = 0)
    -> Date
{
    // Days from the civil date, by counting years that begin in March.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60) + second)
}
