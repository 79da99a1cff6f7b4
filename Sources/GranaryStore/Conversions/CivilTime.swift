/// The parts of a point in time on the proleptic Gregorian calendar in UTC.
///
/// Made by arithmetic alone, without a calendar or a time zone database, so it is the same on every machine
/// and for every 64-bit number of microseconds.
package struct CivilTime: Sendable, Hashable {
    /// The year; 0 is 1 BC.
    package let year: Int
    /// The month, from 1 to 12.
    package let month: Int
    /// The day of the month, from 1 to 31.
    package let day: Int
    /// The hour, from 0 to 23.
    package let hour: Int
    /// The minute, from 0 to 59.
    package let minute: Int
    /// The second, from 0 to 59; leap seconds are not counted.
    package let second: Int
    /// The microsecond, from 0 to 999,999.
    package let microsecond: Int
    /// The day of the week as ISO 8601 counts it, from 1 for Monday to 7 for Sunday.
    package let weekday: Int
    /// The day of the year, from 1 to 366.
    package let dayOfYear: Int

    /// Splits a point in time, given in microseconds since 1970-01-01 00:00 UTC; any number has parts.
    package init(microseconds: Int64) {
        let (seconds, fraction) = microseconds.flooredDivision(by: 1_000_000)
        let (days, secondOfDay) = seconds.flooredDivision(by: 86_400)
        microsecond = Int(fraction)
        hour = Int(secondOfDay / 3_600)
        minute = Int(secondOfDay / 60 % 60)
        second = Int(secondOfDay % 60)
        // 1970-01-01 was a Thursday.
        weekday = Int((days + 3).flooredDivision(by: 7).remainder) + 1
        let date = CivilDay(daysSince1970: days)
        year = Int(date.year)
        month = Int(date.month)
        day = Int(date.day)
        dayOfYear = Int(date.dayOfYear)
    }

    /// The microseconds since 1970-01-01 00:00 UTC at which a day begins; `nil` when there is no such day or
    /// the year is not one of 1 to 9999.
    package static func microseconds(year: Int, month: Int, day: Int) -> Int64? {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let days = CivilDay.daysSince1970(year: Int64(year), month: Int64(month), day: Int64(day))
        let back = CivilDay(daysSince1970: days)
        return back.month == month && back.day == day ? days * 86_400_000_000 : nil
    }
}

extension Int64 {
    /// Quotient and remainder with the quotient rounded down, so the remainder is never negative.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
