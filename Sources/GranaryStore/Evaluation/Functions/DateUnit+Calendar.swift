extension ExpressionTree.DateUnit {
    /// The length in microseconds of a unit that always has the same; `nil` for months and years.
    package var length: Int64? {
        switch self {
        case .microsecond: 1
        case .second: 1_000_000
        case .minute: 60_000_000
        case .hour: 3_600_000_000
        case .day: 86_400_000_000
        case .week: 604_800_000_000
        case .month, .year: nil
        }
    }

    /// The date that is a number of units after another.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` outside the years 1 to 9999.
    func date(_ moment: Int64, plus count: Int64) throws(GranaryError) -> Int64 {
        let result: Int64?
        if let length {
            let (distance, isFar) = count.multipliedReportingOverflow(by: length)
            let (sum, isBeyond) = moment.addingReportingOverflow(distance)
            result = isFar || isBeyond ? nil : sum
        } else {
            // No more months lie between the first and the last stored date.
            let months = count.magnitude > 240_000 ? nil : count * (self == .year ? 12 : 1)
            result = months.map { Self.date(moment, plusMonths: $0) }
        }
        guard let result, StoredDate.range.contains(result) else {
            throw GranaryError(.overflow, "A date in a query leaves the years 1 to 9999.")
        }
        return result
    }

    /// How many whole units lie between two dates.
    func count(from start: Int64, to end: Int64) -> Int64 {
        if let length { return (end - start) / length }
        let (first, last) = (CivilTime(microseconds: start), CivilTime(microseconds: end))
        var months = Int64((last.year - first.year) * 12 + last.month - first.month)
        if months > 0, Self.date(start, plusMonths: months) > end { months -= 1 }
        if months < 0, Self.date(start, plusMonths: months) < end { months += 1 }
        return self == .year ? months / 12 : months
    }

    /// The beginning of the unit that contains a point in time; every point has one.
    func beginning(of moment: Int64) -> Int64 {
        let day = 86_400_000_000 as Int64
        switch self {
        case .month, .year:
            let time = CivilTime(microseconds: moment)
            let month = self == .year ? 1 : Int64(time.month)
            return CivilDay.daysSince1970(year: Int64(time.year), month: month, day: 1) * day
        case .week:
            // 1970-01-01 was a Thursday.
            let monday = moment.flooredDivision(by: day).quotient + 3
            return (monday.flooredDivision(by: 7).quotient * 7 - 3) * day
        default:
            let length = length ?? 1
            return moment.flooredDivision(by: length).quotient * length
        }
    }

    private static func date(_ moment: Int64, plusMonths months: Int64) -> Int64 {
        let (days, rest) = moment.flooredDivision(by: 86_400_000_000)
        let day = CivilDay(daysSince1970: days)
        let (year, month) = (day.year * 12 + day.month - 1 + months).flooredDivision(by: 12)
        let start = CivilDay.daysSince1970(year: year, month: month + 1, day: 1)
        let (nextYear, nextMonth) = (year * 12 + month + 1).flooredDivision(by: 12)
        let length = CivilDay.daysSince1970(year: nextYear, month: nextMonth + 1, day: 1) - start
        return (start + min(day.day, length) - 1) * 86_400_000_000 + rest
    }
}
