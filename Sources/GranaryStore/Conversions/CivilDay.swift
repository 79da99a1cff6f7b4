/// A day of the proleptic Gregorian calendar.
///
/// Years are counted from March here: the leap day is then the last day of its year, and the days before a
/// month are a linear function of the month. The calendar repeats every 400 years, which are 146,097 days.
struct CivilDay: Sendable {
    let year: Int64
    let month: Int64
    let day: Int64
    let dayOfYear: Int64

    private static let daysPerEra: Int64 = 146_097
    /// The days from 0000-03-01 to 1970-01-01.
    private static let epoch: Int64 = 719_468

    /// Makes the day that lies so many days after 1970-01-01.
    init(daysSince1970 days: Int64) {
        let (era, dayOfEra) = (days + Self.epoch).flooredDivision(by: Self.daysPerEra)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayFromMarch = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayFromMarch + 2) / 153
        day = dayFromMarch - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        dayOfYear = month <= 2 ? dayFromMarch - 305 : dayFromMarch + (isLeap ? 61 : 60)
    }

    /// The days from 1970-01-01 to a day; the month must be one of 1 to 12.
    static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayFromMarch = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayFromMarch
        return era * daysPerEra + dayOfEra - epoch
    }
}
