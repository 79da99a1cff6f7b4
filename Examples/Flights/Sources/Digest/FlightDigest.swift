import FoundationEssentials
import Granary

/// The SHA-256 of all flights: a line each, sorted by bytes, joined with a newline; unknown values are empty.
struct FlightDigest: Question {
    func answer(in context: Context) throws -> String {
        var lines: [String] = []
        var hours = HourText()
        try context.stream(Flight.all) { flight in
            lines.append(line(flight, hours.text(flight.scheduledHour)))
            return true
        }
        lines.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var digest = SHA256()
        for (index, line) in lines.enumerated() {
            if index > 0 { digest.update("\n".utf8) }
            digest.update(line.utf8)
        }
        return digest.finish()
    }

    /// The flight as `time_hour|carrier|flight|origin|dest|dep_delay|arr_delay|tailnum`.
    private func line(_ flight: Flight, _ hour: String) -> String {
        let departure = flight.departureDelay.map(String.init) ?? ""
        let arrival = flight.arrivalDelay.map(String.init) ?? ""
        return "\(hour)|\(flight.carrier)|\(flight.number)|\(flight.originCode)|\(flight.destinationCode)"
            + "|\(departure)|\(arrival)|\(flight.tailNumber ?? "")"
    }
}

/// Writes hours as the data do, and remembers the last: neighbouring flights share it.
private struct HourText {
    private var last: (date: Date, text: String)?

    mutating func text(_ date: Date) -> String {
        if let last, last.date == date { return last.text }
        let text = date.formatted(.iso8601)
        last = (date, text)
        return text
    }
}
