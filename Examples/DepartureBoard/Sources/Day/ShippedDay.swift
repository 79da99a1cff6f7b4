import Flights
import Granary

/// A day of the January that ships with the Flights example.
enum ShippedDay {
    /// The departures of a day as they turned out.
    ///
    /// - Throws: ``BoardError`` for a day that is not in the data; ``DataError`` when they are not beside the program.
    static func departures(on day: Day) throws -> [Departure.Snapshot] {
        var reader = try DayReader(day, in: DataFolder.january().file("flights.csv"))
        let found = try reader.those()
        if found.isEmpty {
            throw BoardError(
                "Nothing is known of \(day). Name a day of January 2013 with --date, or store another one with `board reconcile`."
            )
        }
        return found
    }

    /// The names of airports by their codes.
    ///
    /// - Throws: ``DataError`` when they are not beside the program.
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
    /// The departure as it was planned, before anybody knew of a delay.
    var planned: Departure.Snapshot {
        var planned = self
        (planned.delay, planned.isCancelled, planned.isOver) = (0, false, false)
        return planned
    }
}
