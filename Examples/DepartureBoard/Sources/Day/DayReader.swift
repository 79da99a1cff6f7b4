import Flights
import Granary

/// Reads the departures of a day from a file with the columns of `flights.csv`.
struct DayReader {
    private var reader: CSVReader
    private let path: String
    private let columns: Columns
    private let day: Day
    /// Where each flight was met first.
    private var lines: [Departure.Key: Int] = [:]

    private struct Columns {
        let day: [Int]
        let hour, minute, carrier, flight, origin, destination, delay: Int
    }

    /// Makes a reader that stands before the first departure.
    ///
    /// - Throws: ``DataError`` when a column is missing.
    init(_ day: Day, in file: DataFile) throws {
        let reader = try CSVReader(try file.bytes(), path: file.path)
        self.reader = reader
        self.day = day
        path = file.path
        columns = Columns(
            day: try ["year", "month", "day"].map(reader.column),
            hour: try reader.column("hour"), minute: try reader.column("minute"),
            carrier: try reader.column("carrier"), flight: try reader.column("flight"),
            origin: try reader.column("origin"), destination: try reader.column("dest"),
            delay: try reader.column("dep_delay"))
    }

    /// The departures of the day in a file that has one day after the other.
    ///
    /// - Throws: ``DataError`` for a row of the day that cannot be read.
    mutating func those() throws -> [Departure.Snapshot] {
        var found: [Departure.Snapshot] = []
        while try reader.advance() {
            if try isOfTheDay() { found.append(try departure()) } else if !found.isEmpty { break }
        }
        return found
    }

    /// The departures of a file that is about this day alone.
    ///
    /// - Throws: ``DataError`` for a row that cannot be read, or is of another day.
    mutating func all() throws -> [Departure.Snapshot] {
        var found: [Departure.Snapshot] = []
        while try reader.advance() {
            guard try isOfTheDay() else {
                throw problem("The flight is not of \(day); leave it out, or name its day with --date.")
            }
            found.append(try departure())
        }
        return found
    }

    private func isOfTheDay() throws -> Bool {
        for (column, number) in zip(columns.day, day.numbers).reversed()
        where try reader.integer(column) != number { return false }
        return true
    }

    /// The actual departure of the current row; one without a delay never left.
    private mutating func departure() throws -> Departure.Snapshot {
        let hour = try number("hour", columns.hour, in: 0..<24)
        let minute = try number("minute", columns.minute, in: 0..<60)
        let delay = try reader.knownInteger(columns.delay)
        if let delay, !Departure.delays.contains(delay) {
            throw problem("“dep_delay” must be -1440 to 2880, and is \(delay).")
        }
        let departure = Departure.Snapshot(
            day: day.date, carrier: try reader.text(columns.carrier),
            number: try reader.integer(columns.flight),
            origin: try airport("origin", columns.origin),
            destination: try airport("dest", columns.destination),
            scheduled: hour * 60 + minute, delay: delay ?? 0, isCancelled: delay == nil, isOver: false)
        if let line = lines.updateValue(reader.line, forKey: departure.objectID.key) {
            throw problem("The flight \(departure.carrier) \(departure.number) is in line \(line) already.")
        }
        return departure
    }

    private func number(_ name: String, _ column: Int, in range: Range<Int>) throws -> Int {
        let number = try reader.integer(column)
        if range.contains(number) { return number }
        throw problem("“\(name)” must be \(range.lowerBound) to \(range.upperBound - 1), and is \(number).")
    }

    private func airport(_ name: String, _ column: Int) throws -> String {
        let code = try reader.text(column)
        if code.utf8.count == 3, code.utf8.allSatisfy({ 65...90 ~= $0 }) { return code }
        throw problem("“\(name)” must be the three capital letters of an airport.")
    }

    private func problem(_ what: String) -> DataError { DataError(path, line: reader.line, what) }
}
