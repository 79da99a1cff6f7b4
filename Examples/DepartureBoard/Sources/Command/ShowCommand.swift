import ArgumentParser
import Flights
import Granary

/// Shows a board and its changes.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the ten next departures of an airport, while the day is replayed.",
        discussion: """
            The day begins as it was planned; an importer then stores hour by hour what became known. With --follow \
            nothing is replayed: the board shows what is stored and follows what others save, until it is interrupted.
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The code of the airport: EWR, JFK or LGA.")
    var airport: String

    @Option(help: "How many hours of the day pass in a second.")
    var speed = 1.0

    @Option(help: "The first hour to replay, 0 to 23.")
    var from = 5

    @Option(help: "The hour before which the replay ends, 1 to 24.")
    var until = 24

    @Flag(help: "Replay nothing, and follow what other processes save.")
    var follow = false

    @Flag(
        help:
            "Print every difference as a line, without waiting; and let an editor change a flight and undo it."
    )
    var script = false

    func validate() throws {
        guard 0...23 ~= from, from < until, until <= 24 else {
            throw ValidationError(
                "The replay must begin at an hour from 0 to 23, and end later, at 24 at the latest.")
        }
        guard speed >= 0.01, speed <= 1_000 else {
            throw ValidationError("The speed must be 0.01 to 1000 hours in a second.")
        }
    }

    @MainActor func run() async throws {
        try await options.withDay { stack in
            try await requireAirport(in: stack)
            if follow { try requireFollowing(stack) }
            try await script ? tell(stack) : show(stack)
        }
    }

    /// Prints differences as lines.
    @MainActor private func tell(_ stack: PersistentStack) async throws {
        let script = Script(stack, airport, options.date, write: Console.show)
        let replay = follow ? nil : try await replay(stack)
        try await script.begin()
        guard let replay else { return try await script.follow() }
        try await script.play(replay)
        try await script.edit()
    }

    /// Shows the board after each difference.
    @MainActor private func show(_ stack: PersistentStack) async throws {
        let replay = follow ? nil : try await replay(stack)
        let screen = BoardScreen(
            airport: airport, day: options.date, names: try ShippedDay.airports(), width: Console.width)
        let display = BoardDisplay(Board(stack, airport, options.date), screen)
        try await display.begin()
        guard let replay else { return try await display.run() }
        let showing = Task { try await display.run() }
        defer { showing.cancel() }
        try await replay.run(pausing: .seconds(1 / speed), on: ContinuousClock()) {
            try display.clock(at: $0)
        }
        showing.cancel()
        try await showing.value
    }

    @MainActor private func replay(_ stack: PersistentStack) async throws -> Replay {
        try await Replay(stack, options.date, hours: from...(until - 1))
    }

    /// Throws for an airport that no flight leaves from.
    @MainActor private func requireAirport(in stack: PersistentStack) async throws {
        let (airport, day) = (airport, options.date)
        let known = try await stack.perform { context in
            try context.grouped(Departure.all(on: day), by: { $0.origin }) { $0.count() }.map(\.group)
        }
        if known.contains(airport) { return }
        throw BoardError(
            "No flight leaves from “\(airport)” on \(day); name one of these airports: \(known.joined(separator: ", "))."
        )
    }

    /// Throws for a store that does not report the saves of others.
    private func requireFollowing(_ stack: PersistentStack) throws {
        if stack.attachedStores.contains(where: \.followsOthers) { return }
        throw BoardError(
            "This store does not tell what other processes save. Take an SQLite file or PostgreSQL, with `followsOthers: true`."
        )
    }
}
