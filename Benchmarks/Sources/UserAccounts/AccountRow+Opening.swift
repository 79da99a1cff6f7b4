internal import Granary
internal import GranaryAccounts
internal import Workload

extension AccountRow {
    /// Opening accounts, and making one current.
    static let opening = [
        AccountRow(
            "opening a known account, 20 times", against: "attaching the same three stores", limit: 1.3,
            base: { directory, _ in try await attaching(directory) },
            judged: { directory, _ in
                try await Travel.make(opened, in: directory)
                return try await Travel.working(in: directory) { accounts in
                    try await Outcome {
                        try await Travel.open(opened, of: accounts)
                        return Int64(opened)
                    }
                }
            }),
        AccountRow(
            "switching to an open account, 200 times", against: "a durable save of one row", limit: 1.5,
            base: { directory, _ in
                try await withTwo(directory) { accounts, _ in
                    for number in 0..<saves {
                        try await accounts.sharedStack.perform { context in
                            try context.object(Traveller.id(number % 2))?.name = "name \(number)"
                            try context.save()
                        }
                    }
                }
            },
            judged: { directory, _ in
                try await withTwo(directory) { accounts, two in
                    for number in 0..<saves { try await accounts.switch(to: two[number % 2]) }
                }
            }),
    ]

    private static let opened = 20
    private static let saves = 200

    /// Attaches the stores of accounts to stacks that have the shared ones open.
    private static func attaching(_ directory: String) async throws -> Outcome {
        let places = try await Travel.make(opened, in: directory)
        let shared = try Travel.alone(in: directory, withOwn: false)
        var stacks: [PersistentStack] = []
        for _ in places {
            // They share threads and the shared stores, as accounts do.
            let stack = PersistentStack(sharing: shared)
            try await stack.attachPersistentStores(for: Travel.shared(in: directory))
            try await stack.start()
            stacks.append(stack)
        }
        let outcome = try await Outcome {
            for (stack, place) in zip(stacks, places) {
                try await stack.attachPersistentStores(
                    for: Travel.own(in: Travel.directory(of: place, in: directory)))
            }
            return Int64(stacks.count)
        }
        for stack in stacks { try await stack.close() }
        try await shared.close()
        return outcome
    }

    /// Does work with two open accounts.
    private static func withTwo(
        _ directory: String, _ work: (TravelAccounts, [Account<NoSignIn<Traveller>>]) async throws -> Void
    ) async throws -> Outcome {
        try await Travel.make(2, in: directory)
        return try await Travel.working(in: directory) { accounts in
            let first = try await accounts.account(Traveller.id(0))
            let second = try await accounts.account(Traveller.id(1))
            return try await Outcome {
                try await work(accounts, [first, second])
                return Int64(saves)
            }
        }
    }
}
