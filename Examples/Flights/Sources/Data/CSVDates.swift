import FoundationEssentials

/// Reads days and hours, and remembers the last ones: neighbouring flights share them.
struct CSVDates {
    private var day: (number: Int, date: Date)?
    private var hour: (text: ArraySlice<UInt8>, date: Date)?
    private var calendar = Calendar(identifier: .gregorian)

    init() { calendar.timeZone = .gmt }

    /// The midnight in UTC of a day whose year, month and day stand in three columns.
    ///
    /// - Throws: ``DataError`` when there is no such day.
    mutating func day(_ reader: CSVReader, _ columns: (year: Int, month: Int, day: Int)) throws -> Date {
        let year = try reader.integer(columns.year)
        let month = try reader.integer(columns.month)
        let dayOfMonth = try reader.integer(columns.day)
        guard 1...9999 ~= year, 1...12 ~= month, 1...31 ~= dayOfMonth else { throw noDay(reader) }
        let number = (year * 100 + month) * 100 + dayOfMonth
        if let day, day.number == number { return day.date }
        let components = DateComponents(year: year, month: month, day: dayOfMonth)
        guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else {
            throw noDay(reader)
        }
        day = (number, date)
        return date
    }

    /// The date and time in a column, in the form `2013-01-01T10:00:00Z`.
    ///
    /// - Throws: ``DataError`` when it is something else.
    mutating func moment(_ reader: CSVReader, _ column: Int) throws -> Date {
        let text = try reader.slice(column)
        if let hour, hour.text == text { return hour.date }
        guard let date = try? Date(try reader.text(column), strategy: .iso8601) else {
            throw reader.problem("\(reader.name(column)) must be a moment such as 2013-01-01T10:00:00Z.")
        }
        hour = (text, date)
        return date
    }

    private func noDay(_ reader: CSVReader) -> DataError {
        reader.problem("Year, month and day are no day of the calendar.")
    }
}
