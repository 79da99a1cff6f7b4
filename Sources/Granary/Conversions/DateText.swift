package import FoundationEssentials

/// Dates as text, as RFC 3339 writes them: `2013-01-01T10:15:00.000250Z`.
package enum DateText {
    /// The text of a moment in UTC, with as many of six digits of a second as it needs.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` outside the years 1 to 9999.
    package static func text(of date: Date) throws(GranaryError) -> String {
        let time = CivilTime(microseconds: try StoredDate.microseconds(of: date))
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        var text = "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
        text += "T\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
        if time.microsecond != 0 {
            var (fraction, count) = (time.microsecond, 6)
            while fraction % 10 == 0 { (fraction, count) = (fraction / 10, count - 1) }
            text += ".\(digits(fraction, count))"
        }
        return text + "Z"
    }

    /// The date of a text with an offset from UTC; `nil` for any other text.
    ///
    /// Digits behind microseconds are cut off.
    package static func date(_ text: String) -> Date? {
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
        func take(_ characters: String) -> UInt8? {
            guard let byte = rest.first, characters.utf8.contains(byte) else { return nil }
            rest = rest.dropFirst()
            return byte
        }
        guard let year = number(4), take("-") != nil, let month = number(2), take("-") != nil,
            let day = number(2), take("Tt ") != nil, let hour = number(2), hour < 24, take(":") != nil,
            let minute = number(2), minute < 60, take(":") != nil, let second = number(2), second < 60,
            let start = CivilTime.microseconds(year: year, month: month, day: day)
        else { return nil }
        var fraction = 0
        if take(".") != nil {
            var unit = 100_000
            guard let first = number(1) else { return nil }
            fraction = first * unit
            while let digit = number(1) {
                unit /= 10
                fraction += digit * unit
            }
        }
        guard let sign = take("Zz+-") else { return nil }
        var offset = 0
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            guard let hours = number(2), hours < 24, take(":") != nil, let minutes = number(2), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
        }
        guard rest.isEmpty else { return nil }
        let seconds = hour * 3_600 + minute * 60 + second - offset * 60
        let microseconds = start + Int64(seconds) * 1_000_000 + Int64(fraction)
        return StoredDate.range.contains(microseconds)
            ? StoredDate.date(ofMicroseconds: microseconds) : nil
    }
}
