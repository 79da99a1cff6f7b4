internal import Granary

/// A row of the table: work without observers, and the same work with them; of a save, and of one in the background.
public struct ObservationRow: Sendable {
    /// The work.
    public let name: String
    /// The largest ratio that is wanted, or the longest time for one step in nanoseconds.
    public let limit: Limit
    /// How many steps a run has.
    public let steps: @Sendable (Int) -> Int
    let work: @Sendable (Airport, String, Int, Bool) async throws -> Spent

    /// A limit of a row.
    public enum Limit: Sendable {
        /// Of the time with observers to the time without.
        case ratio(Double)
        /// Of the time that observers add to a step, in nanoseconds.
        case added(Double)
    }

    /// Does the work once, and returns its cost.
    public func measure(_ airport: Airport, in directory: String, size: Int, isObserved: Bool) async throws
        -> Spent
    { try await work(airport, directory, size, isObserved) }

    /// All rows.
    public static let all: [ObservationRow] = [
        ObservationRow(name: "import beside a main context of ten", limit: .ratio(1.03), steps: { $0 }) {
            try await importing($0, $1, $2, isShown: $3, merges: $3)
        },
        ObservationRow(name: "the same import, merging off and on", limit: .ratio(1.03), steps: { $0 }) {
            try await importing($0, $1, $2, isShown: true, merges: $3)
        },
        ObservationRow(name: "insert", limit: .ratio(1.15), steps: { $0 }) {
            try await writing($0, $1, $2, isObserved: $3) { context, size in
                // Saves of more than 10,000 rows are not reported row by row.
                for start in stride(from: size, to: 2 * size, by: 5_000) {
                    try context.insertDepartures(start..<min(start + 5_000, 2 * size))
                }
            }
        },
        ObservationRow(name: "update 10 %", limit: .ratio(1.15), steps: { $0 / 10 }) {
            try await writing($0, $1, $2, isObserved: $3) { context, size in
                for departure in try context.fetch(Departure.all.limit(size / 10)) { departure.delay += 1 }
                try context.save()
            }
        },
        ObservationRow(name: "delete 10 %", limit: .ratio(1.15), steps: { $0 / 10 }) {
            try await writing($0, $1, $2, isObserved: $3) { context, size in
                for departure in try context.fetch(Departure.all.limit(size / 10)) {
                    try context.delete(departure)
                }
                try context.save()
            }
        },
        ObservationRow(name: "a row of a live query over all", limit: .added(60_000), steps: { _ in 200 }) {
            try await following($0, $1, $2, isObserved: $3)
        },
        ObservationRow(name: "a row, and 1,000 live queries", limit: .added(1_000_000), steps: { _ in 200 }) {
            try await followingMany($0, $1, $2, isObserved: $3)
        },
        ObservationRow(name: "a row read: perform, an action", limit: .ratio(1.2), steps: { _ in 2_000 }) {
            try await reading($0, $1, $2, inAction: $3)
        },
        ObservationRow(
            name: "main actor blocked: save, in the background", limit: .ratio(0.2), steps: { $0 / 10 }
        ) {
            try await blocking($0, $1, $2, inBackground: $3)
        },
    ]
}
