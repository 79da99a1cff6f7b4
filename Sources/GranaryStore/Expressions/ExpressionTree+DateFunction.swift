extension ExpressionTree {
    /// A function of dates on the proleptic Gregorian calendar; `nil` if an operand is.
    ///
    /// Offsets are seconds east of UTC, up to 18 hours.
    public enum DateFunction: Sendable, Hashable, Codable {
        /// The date that is a number of units after another, or before it for a negative number.
        ///
        /// The day of a month that has fewer is its last one. A date outside the years 1 to 9999 is an error.
        case plus(DateUnit)
        /// How many whole units lie between the second date and the first; negative if the first is earlier.
        case difference(DateUnit)
        /// The beginning of the unit that a date lies in, at an offset from UTC; weeks begin on Monday.
        case beginning(DateUnit, offset: Int)
        /// A part of a date at an offset from UTC.
        case part(DatePart, offset: Int)
        /// The time at which the request was made, the same in all its parts; without operands.
        case now
    }

    /// A unit of time.
    public enum DateUnit: String, Sendable, Hashable, Codable, CaseIterable {
        /// A millionth of a second.
        case microsecond
        /// A second.
        case second
        /// 60 seconds.
        case minute
        /// 60 minutes.
        case hour
        /// 24 hours.
        case day
        /// 7 days.
        case week
        /// A month of the calendar.
        case month
        /// A year of the calendar.
        case year
    }
}
