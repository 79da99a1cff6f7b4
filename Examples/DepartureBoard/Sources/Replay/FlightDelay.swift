package import Granary

/// A new delay of one flight: an ordinary unit of work.
package struct FlightDelay: Sendable {
    private let key: Departure.Key
    private let minutes: Int

    /// Makes a delay of a flight.
    package init(_ carrier: String, _ number: Int, on day: Day, minutes: Int) {
        key = Departure.Key(day: day.date, carrier: carrier, number: number)
        self.minutes = minutes
    }

    /// Sets the delay of the flight, regardless of the former one; returns the code of its airport and its line.
    ///
    /// If another program changes the flight at the same time, it is read again and set again.
    ///
    /// - Throws: ``BoardError`` for a flight that does not exist; any error from saving.
    @discardableResult
    package func save(in stack: PersistentStack) async throws -> (airport: String, line: String) {
        var options = ContextOptions()
        options.author = "delay"
        options.retries = 5
        return try await stack.perform(options) { [key, minutes] context in
            guard let departure = try context.object(Departure.self, key) else {
                throw BoardError.noFlight(key)
            }
            departure.delay = minutes
            try context.save()
            let row = BoardRow(departure)
            return (departure.origin, "\(row.time)  \(row.flight) to \(row.destination): \(row.remark)")
        }
    }
}
