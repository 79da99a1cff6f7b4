import Granary

/// Replays a day hour by hour, as it turned out.
struct Replay: Sendable {
    /// The hours to replay.
    let hours: ClosedRange<Int>
    private let importer: Importer
    private let actual: [Departure.Key: Departure.Snapshot]

    /// Stores the day as planned.
    ///
    /// - Throws: ``BoardError`` for a day that is not in the data, and then nothing is stored; any error from saving.
    init(_ stack: PersistentStack, _ day: Day, hours: ClosedRange<Int>) async throws {
        let departures = try ShippedDay.departures(on: day)
        if departures.isEmpty {
            throw BoardError(
                "How \(day) turned out is not known, so it cannot be replayed: show it with --follow, or a day of January 2013."
            )
        }
        self.hours = hours
        importer = try Importer(stack, day)
        actual = Dictionary(departures.map { ($0.objectID.key, $0) }) { $1 }
        try await importer.store(departures.map(\.planned))
    }

    /// Stores the data known when an hour begins.
    func play(hour: Int) async throws { try await importer.play(hour: hour, of: actual) }

    /// Plays every hour, with a pause behind each.
    func run(
        pausing pause: Duration, on clock: any Clock<Duration>, telling tell: @MainActor (Int) throws -> Void
    ) async throws {
        for hour in hours {
            try await tell(hour)
            try await play(hour: hour)
            try await clock.sleep(for: pause)
        }
    }
}
