import Flights
import Granary

/// The airlines and flights of January, from the data of the Flights example.
struct FlightData: Sendable {
    let folder: DataFolder
    /// How many days of January are read.
    let days: Int

    /// The airlines.
    ///
    /// - Throws: ``DataError``.
    func airlines() throws -> [Airline.Snapshot] {
        var reader = try reader("airlines.csv")
        let (code, name) = (try reader.column("carrier"), try reader.column("name"))
        var found: [Airline.Snapshot] = []
        while try reader.advance() {
            found.append(Airline.Snapshot(code: try reader.text(code), name: try reader.text(name)))
        }
        return found
    }

    /// The flights of the first days, in the order of their keys.
    ///
    /// - Throws: ``DataError``.
    func flights() throws -> [Flight.Snapshot] {
        var reader = try reader("flights.csv")
        let numbers = try ["month", "day", "hour", "minute"].map(reader.column)
        let texts = try ["carrier", "flight", "origin", "dest"].map(reader.column)
        var found: [String: Flight.Snapshot] = [:]
        while try reader.advance() {
            let when = try numbers.map { try reader.integer($0) }
            // The file has one day after the other.
            guard when[0] == 1, when[1] <= days else { break }
            let flight = Self.flight(when, try texts.map { try reader.text($0) })
            found[flight.code] = flight
        }
        return found.values.sorted { $0.code < $1.code }
    }

    /// The flight of month, day, hour and minute, and of carrier, number, origin and destination.
    private static func flight(_ when: [Int], _ texts: [String]) -> Flight.Snapshot {
        let when = when.map { $0 < 10 ? "0\($0)" : "\($0)" }
        let number = "\(texts[0]) \(texts[1])"
        return Flight.Snapshot(
            code: "2013-\(when[0])-\(when[1]) \(when[2]):\(when[3]) \(number) \(texts[2])",
            number: number, origin: texts[2], destination: texts[3], airline: texts[0])
    }

    private func reader(_ name: String) throws -> CSVReader {
        let file = try folder.file(name)
        return try CSVReader(try file.bytes(), path: file.path)
    }
}
