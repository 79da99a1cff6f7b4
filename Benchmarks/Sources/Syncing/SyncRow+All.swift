internal import Granary
internal import GranarySync
internal import Workload

extension SyncRow {
    /// Every row of the table.
    public static let all: [SyncRow] = saving + reading + caching + pages + delivering

    // MARK: Saving

    private static let saving = [
        SyncRow(
            name: "save 1,000 rows of a model that is not synced", yardstick: "a schema without syncing",
            limit: 1.01, base: { directory, _ in try await receipts(directory, syncs: false) },
            judged: { directory, _ in try await receipts(directory, syncs: true) }),
        SyncRow(
            name: "durable save of one row, 200 times", yardstick: "a model that is not synced", limit: 1.15,
            base: { directory, _ in try await changing(directory, 200, by: 1, syncs: false) },
            judged: { directory, _ in try await changing(directory, 200, by: 1, syncs: true) }),
        SyncRow(
            name: "save of 1,000 changed rows", yardstick: "a model that is not synced", limit: 1.9,
            base: { directory, _ in try await changing(directory, 1_000, by: 1_000, syncs: false) },
            judged: { directory, _ in try await changing(directory, 1_000, by: 1_000, syncs: true) }),
    ]

    private static func receipts(_ directory: String, syncs: Bool) async throws -> Outcome {
        try await working(in: directory, syncs: syncs) { depot in
            try await Outcome {
                try await depot.stack.perform { context in
                    for number in 0..<1_000 {
                        try context.insert(
                            Receipt(id: Parcel.identifier(number), text: "receipt \(number)", amount: number))
                    }
                    try context.save()
                    return 1_000
                }
            }
        }
    }

    private static func changing(
        _ directory: String, _ count: Int, by step: Int, syncs: Bool
    ) async throws -> Outcome {
        try await working(in: directory, syncs: syncs) { depot in
            try await depot.fill(0..<count)
            return try await Outcome {
                try await depot.change(0..<count, by: step)
                return Int64(count)
            }
        }
    }

    // MARK: Reading

    private static let reading = [
        SyncRow(
            name: "local fetch by a repository", yardstick: "perform, fetch and snapshots", limit: 1.05,
            base: { directory, size in
                try await filled(directory, size) { depot, _ in
                    try await depot.stack.perform { try $0.fetch(Parcel.all).map(\.snapshot).count }
                }
            },
            judged: { directory, size in
                try await filled(directory, size) { _, repositories in
                    try await repositories[Parcel.self].fetch(Parcel.all, .local).count
                }
            }),
        SyncRow(
            name: "merging rows served, 1 % differ", yardstick: "reconcile with that list", limit: 1.10,
            base: { try await reconciling($0, $1) }, judged: { try await merging($0, $1, unsent: 0) }),
        SyncRow(
            name: "the same with 1,000 unsent writes", yardstick: "reconcile with that list", limit: 1.25,
            base: { try await reconciling($0, $1) }, judged: { try await merging($0, $1, unsent: 1_000) }),
    ]

    private static func filled(
        _ directory: String, _ size: Int, _ read: (Depot, Repositories) async throws -> Int
    ) async throws -> Outcome {
        try await working(in: directory, syncs: true) { depot in
            try await depot.fill(0..<size)
            let repositories = try await Repositories(
                depot.stack, source: QuietServer(), existing: .areServed)
            return try await Outcome { Int64(try await read(depot, repositories)) }
        }
    }

    private static func reconciling(_ directory: String, _ size: Int) async throws -> Outcome {
        try await working(in: directory, syncs: false) { depot in
            try await depot.fill(0..<size)
            let list = (0..<size).map { Parcel.numbered($0, round: 1) }
            let outcome = try await Outcome {
                try await depot.stack.perform { context in
                    _ = try context.reconcile(Parcel.all, with: list, matching: { $0.id })
                    try context.save()
                    return Int64(size)
                }
            }
            try await depot.requireRound(1, of: size)
            return outcome
        }
    }

    private static func merging(_ directory: String, _ size: Int, unsent: Int) async throws -> Outcome {
        try await working(in: directory, syncs: true) { depot in
            try await depot.fill(0..<size)
            try await depot.change(1..<unsent + 1, by: 1_000)
            let server = QuietServer(serving: (0..<size).map { Parcel.numbered($0, round: 1) })
            let repositories = try await Repositories(depot.stack, source: server, existing: .areServed)
            let outcome = try await Outcome {
                // The fetch of one row asks for all, so that the answer costs nothing.
                _ = try await repositories[Parcel.self].fetch(Parcel.all.limit(1), .remote)
                return Int64(size)
            }
            try await depot.requireRound(1, of: size)
            return outcome
        }
    }

    // MARK: Delivering

    private static let delivering = [
        SyncRow(
            name: "delivering 1,000 writes singly", yardstick: "1,000 durable saves of one row", limit: 2.4,
            base: { directory, _ in try await changing(directory, 1_000, by: 1, syncs: false) },
            judged: { directory, _ in try await delivering(directory, 1_000, batches: 1) }),
        SyncRow(
            name: "delivering 1,000 writes in batches of 100", yardstick: "1,000 durable saves of one row",
            limit: 0.2, base: { directory, _ in try await changing(directory, 1_000, by: 1, syncs: false) },
            judged: { directory, _ in try await delivering(directory, 1_000, batches: 100) }),
        SyncRow(
            name: "choosing and delivering 100 writes, 10,000 wait", yardstick: "of 100 that wait",
            limit: 1.2,
            base: { directory, _ in try await delivering(directory, 100, of: 100) },
            judged: { directory, _ in try await delivering(directory, 100, of: 10_000) }),
        SyncRow(
            name: "opening, 10,000 wait", yardstick: "none waits", limit: 1.5,
            base: { directory, _ in try await opening(directory, 0) },
            judged: { directory, _ in try await opening(directory, 10_000) }),
    ]

    /// Delivers all writes, from the start of the sender until the last one is settled.
    private static func delivering(
        _ directory: String, _ count: Int, batches: Int
    ) async throws -> Outcome {
        try await sending(directory, count, batches: batches) { repositories, server in
            try await Outcome {
                let sending = Task { try await repositories.run() }
                try await server.wait(for: count)
                let end = ContinuousClock.now + .seconds(300)
                while try await repositories.outbox.counts().waiting > 0 {
                    if ContinuousClock.now > end { throw WorkloadError("Writes are not settled.") }
                    try await Task.sleep(for: .milliseconds(1))
                }
                sending.cancel()
                try await sending.value
                return Int64(count)
            }
        }
    }

    /// Delivers some writes singly while a number of others waits, by a sender that has begun.
    private static func delivering(
        _ directory: String, _ count: Int, of waiting: Int
    ) async throws -> Outcome {
        let before = 50
        return try await sending(directory, before + count / 2 + waiting, batches: 1) {
            repositories, server in
            let sending = Task { try await repositories.run() }
            try await server.wait(for: before)
            let start = server.arrived
            let outcome = try await Outcome {
                try await server.wait(for: start + count)
                return Int64(count)
            }
            sending.cancel()
            try await sending.value
            return outcome
        }
    }

    /// Does work with a number of waiting writes.
    private static func sending(
        _ directory: String, _ waiting: Int, batches: Int,
        _ work: (Repositories, QuietServer) async throws -> Outcome
    ) async throws -> Outcome {
        try await working(in: directory, syncs: true) { depot in
            try await depot.fill(0..<waiting)
            try await depot.change(0..<waiting, by: 1_000)
            let server = QuietServer(batches: batches)
            return try await work(
                try await Repositories(depot.stack, source: server, existing: .areServed), server)
        }
    }

    private static func opening(_ directory: String, _ waiting: Int) async throws -> Outcome {
        try await WaitingWrites.make(waiting, in: directory)
        return try await Outcome {
            try await WaitingWrites.open(in: directory)
            return 0
        }
    }
}
