internal import Granary
internal import GranaryAccounts
internal import Synchronization
internal import Workload

extension AccountRow {
    /// Opening accounts while another one is migrated, and what the tool does for all.
    static let migrating = [
        AccountRow(
            "opening an account while another migrates, 10 times", against: "alone", limit: 1.5,
            isBesideOthers: true,
            base: { directory, _ in try await opening(directory, besideTrips: 0) },
            judged: { directory, size in try await opening(directory, besideTrips: 10 * size) }),
        AccountRow(
            "the tool's migration of accounts that fit", against: "opening and closing their stores",
            limit: 1.1,
            base: { directory, size in
                let places = try await Travel.make(size / 100, in: directory)
                let shared = try Travel.alone(in: directory, withOwn: false)
                let outcome = try await Outcome {
                    for place in places {
                        let stack = PersistentStack(sharing: shared)
                        try await stack.attachPersistentStores(
                            for: Travel.own(in: Travel.directory(of: place, in: directory)))
                        try await stack.start()
                        try await stack.close()
                    }
                    return Int64(places.count)
                }
                try await shared.close()
                return outcome
            },
            judged: { directory, size in
                let places = try await Travel.make(size / 100, in: directory)
                let migrating = try MigratingAccounts(in: directory)
                return try await Outcome {
                    try await migrating.run()
                    return Int64(places.count)
                }
            }),
    ]

    private static let opened = 10

    /// Opens accounts of the next version, while the trips of another one are brought to it.
    private static func opening(_ directory: String, besideTrips trips: Int) async throws -> Outcome {
        try await Travel.make(opened + 1, in: directory)
        if trips > 0 {
            _ = try await Travel.working(in: directory) { accounts in
                let stack = try await accounts.account(Traveller.id(opened)).stack
                try await Travel.fill(stack, trips: 1..<trips)
                return Outcome { 0 }
            }
        }
        _ = try await Travel.working(in: directory, Travel.nextSchema()) { accounts in
            try await Travel.open(opened, of: accounts)
            return Outcome { 0 }
        }
        let running = RunningMigration()
        return try await Travel.working(in: directory, Travel.nextSchema { running.note($0) }) { accounts in
            let other = trips > 0 ? Task { try await migrated(accounts, running) } : nil
            if other != nil { try await running.wait() }
            let outcome = try await Outcome {
                try await Travel.open(opened, of: accounts)
                return Int64(opened)
            }
            if other != nil, !running.isRunning {
                throw WorkloadError("The migration ended before the accounts were open; use more --rows.")
            }
            _ = try await other?.value
            return outcome
        }
    }

    /// Opens the account whose trips are migrated.
    private static func migrated(_ accounts: TravelAccounts, _ running: RunningMigration) async throws {
        // Whoever waits for its begin learns that there is none.
        defer { running.note(false) }
        _ = try await accounts.account(Traveller.id(opened))
    }
}

/// Whether the trips of an account are being migrated.
private final class RunningMigration: Sendable {
    private let hasBegun = AsyncStream.makeStream(of: Void.self)
    private let state = Mutex(false)

    var isRunning: Bool { state.withLock { $0 } }

    func note(_ isRunning: Bool) {
        state.withLock { $0 = isRunning }
        if isRunning { hasBegun.continuation.yield() } else { hasBegun.continuation.finish() }
    }

    /// Waits until it has begun.
    func wait() async throws {
        for await _ in hasBegun.stream { return }
        throw WorkloadError("No trips are migrated.")
    }
}
