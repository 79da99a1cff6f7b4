import Flights
import Granary

/// A day of the January that ships with the Flights example.
enum ShippedDay {
    /// The departures of a day as they turned out; none for a day that is not in the data.
    ///
    /// - Throws: ``DataError`` when the data are not next to the program.
    static func departures(on day: Day) throws -> [Departure.Snapshot] {
        var reader = try DayReader(day, in: DataFolder.january().file("flights.csv"))
        return try reader.those()
    }

    /// The names of airports by their codes.
    ///
    /// - Throws: ``DataError`` when they are not next to the program.
    static func airports() throws -> [String: String] {
        let file = try DataFolder.january().file("airports.csv")
        var reader = try CSVReader(try file.bytes(), path: file.path)
        let (code, name) = (try reader.column("faa"), try reader.column("name"))
        var names: [String: String] = [:]
        while try reader.advance() { names[try reader.text(code)] = try reader.text(name) }
        return names
    }
}

extension Departure.Snapshot {
    /// The departure as planned, before any delay was known.
    var planned: Departure.Snapshot {
        var planned = self
        (planned.delay, planned.isCancelled, planned.isOver) = (0, false, false)
        return planned
    }
}
