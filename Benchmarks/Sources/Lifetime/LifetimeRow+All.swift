internal import Granary

extension LifetimeRow {
    /// All rows.
    public static let all: [LifetimeRow] = openings + columns + required + indexes + staged + backfills

    /// Opening a store that holds these models already.
    private static var openings: [LifetimeRow] {
        Engine.allCases.flatMap { engine in
            [
                LifetimeRow(
                    name: "open, the same models", engine: engine, yardstick: "the engine's own opening",
                    limit: .added(5_000_000),
                    base: Work { store, _ in try await time { try HandWritten.open(store) } },
                    judged: opening(.first)),
                LifetimeRow(
                    name: "open, the same models", engine: engine, yardstick: "a tenth of the rows",
                    limit: .ratio(1.1), base: opening(.first, share: 0.1), judged: opening(.first)),
            ]
        }
    }

    /// An optional attribute more, which touches no row.
    private static var columns: [LifetimeRow] {
        Engine.allCases.map { engine in
            LifetimeRow(
                name: "an optional attribute more", engine: engine, yardstick: "a tenth of the rows",
                limit: .ratio(1.2), base: opening(.withOptional, share: 0.1), judged: opening(.withOptional))
        }
    }

    /// A required attribute with a default; only SQLite's is to keep a limit.
    private static var required: [LifetimeRow] {
        [Engine.sqlite, .postgresql].map { engine in
            LifetimeRow(
                name: "a required one, with a default", engine: engine,
                yardstick: "ALTER and UPDATE by hand", limit: engine == .sqlite ? .ratio(1.5) : nil,
                base: Work { store, _ in try await time { try HandWritten.addAttribute(store) } },
                judged: opening(.withRequired))
        }
    }

    /// One more index, where the engine has its own indexes.
    private static var indexes: [LifetimeRow] {
        [Engine.sqlite, .postgresql].map { engine in
            LifetimeRow(
                name: "an index more", engine: engine, yardstick: "CREATE INDEX by hand", limit: .ratio(1.2),
                base: Work { store, _ in try await time { try HandWritten.addIndex(store) } },
                judged: opening(.withIndex))
        }
    }

    /// A migration with code that changes every row, found by its key or some thousand at a time.
    private static var staged: [LifetimeRow] {
        Engine.allCases.flatMap { engine in
            [("old rows, objects by key", Version.withCode), ("objects in chunks", .withCodeInChunks)].map {
                LifetimeRow(
                    name: "a migration with code, \($0)", engine: engine,
                    yardstick: "reading and writing as objects", limit: .ratio(1.3),
                    base: Work(version: .withOptional, body: rewriting), judged: opening($1))
            }
        }
    }

    /// The slowest saves but one of a hundred, during a backfill.
    private static var backfills: [LifetimeRow] {
        Engine.allCases.map { engine in
            LifetimeRow(
                name: "a save beside a backfill, 99 %", engine: engine, yardstick: "alone", limit: .ratio(2),
                base: Work(version: .withOptional) {
                    try await Saver(store: $0, rows: $1).run(filling: false)
                },
                judged: Work(version: .withOptional) {
                    try await Saver(store: $0, rows: $1).run(filling: true)
                })
        }
    }

    /// Opens the store with the models of a version, and closes it.
    private static func opening(_ version: Version, share: Double = 1) -> Work {
        Work(share: share) { store, _ in
            try await time { try await store.open(version).close() }
        }
    }

    /// Reads every ticket, changes it and saves it, a thousand in each save.
    @Sendable private static func rewriting(_ store: TicketStore, _ rows: Int) async throws
        -> LifetimeRow.Taken
    {
        let stack = try store.open(.withOptional)
        let taken = try await time {
            let context = try stack.makeContext()
            for start in stride(from: 0, to: rows, by: 1_000) {
                let tickets = WithOptional.Ticket.where { $0.id > start && $0.id <= start + 1_000 }
                for ticket in try context.fetch(tickets) { ticket.note = String(ticket.title.prefix(1)) }
                try context.save()
            }
        }
        try await stack.close()
        return taken
    }
}
