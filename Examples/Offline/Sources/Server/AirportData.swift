import Flights
import Granary

/// The departures of the first of January, from the data of the Flights example.
enum AirportData {
    /// Reads them.
    ///
    /// - Throws: ``DataError`` when the data are not next to the program.
    static func firstOfJanuary() throws -> [Offline.Flight.Snapshot] {
        let file = try DataFolder.january().file("flights.csv")
        var reader = try CSVReader(try file.bytes(), path: file.path)
        let columns = try ["month", "day", "carrier", "flight", "origin", "dest", "dep_delay"].map(
            reader.column)
        var found: [String: Offline.Flight.Snapshot] = [:]
        while try reader.advance() {
            let texts = try columns.map { try reader.text($0) }
            // The file has one day after the other.
            guard texts[0] == "1", texts[1] == "1" else { break }
            let code = "\(texts[2]) \(texts[3])"
            found[code] = Offline.Flight.Snapshot(
                code: code, origin: texts[4], destination: texts[5], delay: Int(texts[6]))
        }
        return found.values.sorted { $0.code < $1.code }
    }
}
