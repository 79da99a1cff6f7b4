extension ExpressionTree.DatePart {
    /// The part of a point in time.
    package func of(_ time: CivilTime) -> Int {
        switch self {
        case .year: time.year
        case .month: time.month
        case .day: time.day
        case .hour: time.hour
        case .minute: time.minute
        case .second: time.second
        case .weekday: time.weekday
        case .dayOfYear: time.dayOfYear
        }
    }
}
