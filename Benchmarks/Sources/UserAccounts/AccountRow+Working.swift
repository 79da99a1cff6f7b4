internal import Granary
internal import GranaryAccounts
internal import Workload

extension AccountRow {
    /// Work in the stores of an account.
    static let working = [
        AccountRow(
            "unit of work that reads a row, 20,000 times", against: "a stack that shares nothing",
            limit: 1.02,
            base: { directory, _ in
                let stack = try Travel.alone(in: directory)
                try await Travel.fill(stack)
                let outcome = try await reading(stack)
                try await stack.close()
                return outcome
            },
            judged: { directory, _ in
                try await Travel.make(1, in: directory)
                return try await Travel.working(in: directory) { accounts in
                    try await reading(accounts.account(Traveller.id(0)).stack)
                }
            })
    ]

    private static func reading(_ stack: PersistentStack) async throws -> Outcome {
        try await Outcome {
            var sum: Int64 = 0
            for _ in 0..<20_000 {
                sum += Int64(try await stack.perform { try $0.object(Trip.self, 0)?.days } ?? 1)
            }
            return sum
        }
    }
}

extension AccountRow {
    /// Saves while many accounts are open, each with a live query of its own store.
    static let beside = [
        AccountRow(
            "save in an account's own store beside 200, 200 times", against: "beside none", limit: 1.03,
            base: { directory, _ in try await saving(directory, beside: 0) { try await saveTrip(in: $0) } },
            judged: { directory, _ in
                try await saving(directory, beside: 200) { try await saveTrip(in: $0) }
            }),
        AccountRow(
            "save in a shared store beside 200, 200 times", against: "beside none", limit: 1.2,
            base: { directory, _ in
                try await saving(directory, beside: 0) { try await saveAirline(in: $0) }
            },
            judged: { directory, _ in
                try await saving(directory, beside: 200) { try await saveAirline(in: $0) }
            }),
    ]

    private static func saveTrip(in stack: PersistentStack) async throws {
        try await stack.perform { context in
            try context.object(Trip.self, 0)?.days += 1
            try context.save()
        }
    }

    private static func saveAirline(in stack: PersistentStack) async throws {
        try await stack.perform { context in
            try context.object(Airline.self, "GR")?.fleet += 1
            try context.save()
        }
    }

    /// Saves 200 times in the stack of an account beside others.
    private static func saving(
        _ directory: String, beside others: Int, _ save: (PersistentStack) async throws -> Void
    ) async throws -> Outcome {
        OpenFiles.raiseLimit()
        try await Travel.make(others + 1, in: directory)
        return try await Travel.working(in: directory) { accounts in
            let stack = try await accounts.account(Traveller.id(0)).stack
            try await stack.perform { context in
                try context.insert(Airline(code: "GR", fleet: 0))
                try context.save()
            }
            var queries: [PersistentStack] = []
            for number in 0..<others {
                queries.append(try await accounts.account(Traveller.id(number + 1)).stack)
            }
            let readers = try await Readers(queries)
            let outcome = try await Outcome {
                for _ in 0..<200 { try await save(stack) }
                return 200
            }
            await readers.end()
            return outcome
        }
    }
}

/// Live queries that have their first result and wait for the next, one of each stack.
private struct Readers {
    private let tasks: [Task<Void, Never>]

    init(_ stacks: [PersistentStack]) async throws {
        let (results, continuation) = AsyncStream.makeStream(of: Void.self)
        tasks = stacks.map { stack in
            Task {
                do { for try await _ in stack.observe(Trip.all) { continuation.yield() } } catch {}
                continuation.finish()
            }
        }
        var iterator = results.makeAsyncIterator()
        for _ in stacks {
            if await iterator.next() == nil { throw WorkloadError("A live query has ended.") }
        }
    }

    func end() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
