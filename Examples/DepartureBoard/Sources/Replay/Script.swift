import Flights
import Granary

/// Plays a day without waiting, and writes every difference on a board as a line.
///
/// After each step it waits until the board shows the stored rows, so the lines are the same at each run and on each
/// backend.
@MainActor struct Script {
    private let board: Board
    private let stack: PersistentStack
    private let airport: String
    private let day: Day
    private let write: (String) throws -> Void

    /// Makes a script that writes with a closure.
    init(_ stack: PersistentStack, _ airport: String, _ day: Day, write: @escaping (String) throws -> Void) {
        board = Board(stack, airport, day)
        self.stack = stack
        self.airport = airport
        self.day = day
        self.write = write
    }

    /// Writes the lines of the board.
    func begin() async throws {
        try write("# \(airport) \(day)")
        try await tellNext()
    }

    /// Plays the hours of a day.
    func play(_ replay: Replay) async throws {
        for hour in replay.hours {
            try write("# \(ClockTime.text(hour * 60))")
            try await replay.play(hour: hour)
            try await settle()
        }
    }

    /// Lets an editor delay the first flight of the board by an hour, and undoes that.
    func edit() async throws {
        guard let first = try stack.mainContext.first(Departure.next(1, from: airport, on: day)) else {
            return
        }
        let editor = try FlightEditor(stack, first.objectID)
        try write("# An editor delays \(BoardRow(first).flight) by an hour")
        try editor.delay(by: 60)
        try editor.save()
        try await settle()
        try write("# The editor undoes that")
        try editor.undo()
        try editor.save()
        try await settle()
    }

    /// Writes every difference until the task is cancelled.
    func follow() async throws { while try await tellNext() {} }

    private func settle() async throws {
        while try !board.isCurrent() { guard try await tellNext() else { return } }
    }

    @discardableResult
    private func tellNext() async throws -> Bool {
        guard let changes = try await board.next() else { return false }
        for change in changes { try write(DifferenceLine.text(change)) }
        return true
    }
}
