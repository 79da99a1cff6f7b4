import FoundationEssentials
import Granary

/// Makes flights of the rows of flights.csv.
struct FlightReader {
    private var reader: CSVReader
    private var dates = CSVDates()
    private let reference: ReferenceData
    private let columns: Columns

    private struct Columns {
        let year, month, day, hour, minute, carrier, flight, tailnum, origin, dest: Int
        let departureTime, departureDelay, scheduledArrivalTime, arrivalTime, arrivalDelay, airTime,
            distance: Int
    }

    /// How many flights the file holds.
    let count: Int

    /// Makes a reader that stands before the first flight.
    ///
    /// - Throws: ``DataError`` when a column is missing.
    init(_ file: DataFile, _ reference: ReferenceData) throws {
        let reader = try CSVReader(try file.bytes(), path: file.path)
        self.reader = reader
        self.reference = reference
        count = reader.recordEstimate
        columns = Columns(
            year: try reader.column("year"), month: try reader.column("month"), day: try reader.column("day"),
            hour: try reader.column("time_hour"), minute: try reader.column("minute"),
            carrier: try reader.column("carrier"), flight: try reader.column("flight"),
            tailnum: try reader.column("tailnum"), origin: try reader.column("origin"),
            dest: try reader.column("dest"), departureTime: try reader.column("dep_time"),
            departureDelay: try reader.column("dep_delay"),
            scheduledArrivalTime: try reader.column("sched_arr_time"),
            arrivalTime: try reader.column("arr_time"), arrivalDelay: try reader.column("arr_delay"),
            airTime: try reader.column("air_time"), distance: try reader.column("distance"))
    }

    /// The next flight, in no context yet; `nil` after the last.
    ///
    /// - Throws: ``DataError`` for a row that cannot be read.
    mutating func next() throws -> Flight? {
        guard try reader.advance() else { return nil }
        let hour = try dates.moment(reader, columns.hour)
        let minute = try reader.integer(columns.minute)
        guard 0..<60 ~= minute else { throw reader.problem("“minute” must be 0 to 59, and is \(minute).") }
        let carrier = try reader.text(columns.carrier)
        let origin = try reader.text(columns.origin)
        let destination = try reader.text(columns.dest)
        let tailNumber = try reader.knownText(columns.tailnum)
        let departureTime = try reader.knownInteger(columns.departureTime)
        return Flight(
            day: try dates.day(reader, (columns.year, columns.month, columns.day)), carrier: carrier,
            number: try reader.integer(columns.flight), originCode: origin,
            scheduledDeparture: hour.addingTimeInterval(Double(minute) * 60), scheduledHour: hour,
            destinationCode: destination, tailNumber: tailNumber, isCancelled: departureTime == nil,
            departureTime: departureTime,
            departureDelay: try reader.knownInteger(columns.departureDelay),
            scheduledArrivalTime: try reader.integer(columns.scheduledArrivalTime),
            arrivalTime: try reader.knownInteger(columns.arrivalTime),
            arrivalDelay: try reader.knownInteger(columns.arrivalDelay),
            airTime: try reader.knownInteger(columns.airTime), distance: try reader.integer(columns.distance),
            airline: reference.airlines[carrier], origin: reference.airports[origin],
            destination: reference.airports[destination], plane: tailNumber.flatMap { reference.planes[$0] })
    }
}
