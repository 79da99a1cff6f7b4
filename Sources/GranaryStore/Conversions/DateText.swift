package import FoundationEssentials

/// Dates as text, as RFC 3339 writes them: `2013-01-01T10:15:00.000250Z`.
package enum DateText {
    /// The text of a point in time in UTC, with as many of six digits of a second as it needs.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` outside the years 1 to 9999.
    package static func text(of date: Date) throws(GranaryError) -> String {
        text(ofMicroseconds: try StoredDate.microseconds(of: date))
    }

    /// The same for microseconds since 1970.
    package static func text(ofMicroseconds microseconds: Int64) -> String {
        let time = CivilTime(microseconds: microseconds)
        var fraction = ""
        if time.microsecond != 0 {
            fraction = "." + digits(time.microsecond, 6)
            while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
        }
        return seconds(of: time) + fraction + "Z"
    }

    /// The text of a point in time in UTC, with as many digits as it takes to read the same `Date` again with
    /// ``exactDate(_:)``.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` outside the years 1 to 9999.
    package static func exactText(of date: Date) throws(GranaryError) -> String {
        let microseconds = try StoredDate.microseconds(of: date)
        if StoredDate.date(ofMicroseconds: microseconds) == date { return try text(of: date) }
        // Before 2001 the fraction counts backwards: taken from the second before, it would have to be rounded.
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = seconds.magnitude.rounded(.down)
        let digits = self.digits(ofFraction: seconds.magnitude - whole)
        let start = seconds < 0 ? -Int64(whole) - 1 : Int64(whole)
        let time = CivilTime(
            microseconds: try StoredDate.validated((start + StoredDate.referenceSeconds) * 1_000_000))
        return self.seconds(of: time) + "." + (seconds < 0 ? complement(of: digits) : digits) + "Z"
    }

    private static func seconds(of time: CivilTime) -> String {
        "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
            + "T\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// The digits of 1 minus a fraction, which is above 0.
    private static func complement(of digits: String) -> String {
        var (complement, isBorrowing): ([UInt8], Bool) = ([], false)
        for byte in digits.utf8.reversed() {
            let digit = byte - UInt8(ascii: "0")
            complement.append(UInt8(ascii: "0") + (isBorrowing ? 9 - digit : (10 - digit) % 10))
            if digit != 0 { isBorrowing = true }
        }
        return String(decoding: complement.reversed(), as: UTF8.self)
    }

    /// The digits of a number below 1, at least seven: up to six are taken for microseconds.
    private static func digits(ofFraction fraction: Double) -> String {
        let parts = fraction.description.parts(between: "e")
        let digits = parts[0].utf8.filter { $0 != UInt8(ascii: ".") }
        var text = String(decoding: digits, as: UTF8.self)
        if parts.count == 2, let exponent = Int(parts[1]) {
            // Such as `1.5e-07`, with one digit before the point.
            text = String(repeating: "0", count: max(0, -exponent - 1)) + text
        } else {
            text.removeFirst()
        }
        return text + String(repeating: "0", count: max(0, 7 - text.utf8.count))
    }

    /// The date of a text with an offset from UTC; `nil` for any other text.
    ///
    /// Digits after microseconds are cut off.
    package static func date(_ text: String) -> Date? {
        guard let (microseconds, _) = moment(text) else { return nil }
        return StoredDate.date(ofMicroseconds: microseconds)
    }

    /// The microseconds since 1970 of a text with an offset from UTC; `nil` for any other text.
    package static func microseconds(_ text: String) -> Int64? { moment(text)?.microseconds }

    /// The date nearest to a text with an offset from UTC, by all of its digits; `nil` for any other text.
    package static func exactDate(_ text: String) -> Date? {
        guard let (microseconds, fraction) = moment(text) else { return nil }
        guard let fraction else { return StoredDate.date(ofMicroseconds: microseconds) }
        let whole = microseconds.flooredDivision(by: 1_000_000).quotient
        let seconds = Double(whole - StoredDate.referenceSeconds)
        if seconds >= 0 {
            return Date(timeIntervalSinceReferenceDate: seconds + (Double("0." + fraction) ?? 0))
        }
        guard let rest = Double("0." + complement(of: fraction)), rest != 0 else {
            return Date(timeIntervalSinceReferenceDate: seconds)
        }
        return Date(timeIntervalSinceReferenceDate: seconds + 1 - rest)
    }

    /// The microseconds of a text, and the digits of the fraction of its second where they are more than those.
    private static func moment(_ text: String) -> (microseconds: Int64, fraction: String?)? {
        var rest = Array(text.utf8)[...]
        func number(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            var value = 0
            for byte in rest.prefix(count) {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            rest = rest.dropFirst(count)
            return value
        }
        func consume(_ characters: String) -> UInt8? {
            guard let byte = rest.first, characters.utf8.contains(byte) else { return nil }
            rest = rest.dropFirst()
            return byte
        }
        guard let year = number(4), consume("-") != nil, let month = number(2), consume("-") != nil,
            let day = number(2), consume("Tt ") != nil, let hour = number(2), hour < 24, consume(":") != nil,
            let minute = number(2), minute < 60, consume(":") != nil, let second = number(2), second < 60,
            let start = CivilTime.microseconds(year: year, month: month, day: day)
        else { return nil }
        var (fraction, exact): (Int, String?) = (0, nil)
        if consume(".") != nil {
            let start = rest
            var unit = 100_000
            guard let first = number(1) else { return nil }
            fraction = first * unit
            while let digit = number(1) {
                unit /= 10
                fraction += digit * unit
            }
            let digits = start.prefix(start.count - rest.count)
            if digits.count > 6 { exact = String(decoding: digits, as: UTF8.self) }
        }
        guard let sign = consume("Zz+-") else { return nil }
        var offset = 0
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            guard let hours = number(2), hours < 24, consume(":") != nil, let minutes = number(2),
                minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
        }
        guard rest.isEmpty else { return nil }
        let seconds = hour * 3_600 + minute * 60 + second - offset * 60
        let microseconds = start + Int64(seconds) * 1_000_000 + Int64(fraction)
        return StoredDate.range.contains(microseconds) ? (microseconds, exact) : nil
    }
}
