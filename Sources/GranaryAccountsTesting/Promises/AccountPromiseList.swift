import Granary
public import GranaryConformance

/// A named list of promises of accounts.
protocol AccountPromiseList: Sendable, SendableMetatype {
    /// The promises.
    static var promises: [ConformancePromise] { get }
}

extension AccountPromiseList {
    /// Makes a promise that works in its own stores.
    static func promise(
        _ name: String, needs requires: Capabilities = [],
        _ body: @escaping @Sendable (AccountGround) async throws -> Void
    ) -> ConformancePromise {
        ConformancePromise(
            name, category: .accounts, requires: requires, mayBeKeptByChance: !requires.isEmpty
        ) { bench in
            try await AccountGround.run(on: bench, body)
        }
    }
}

extension ConformanceCategory {
    /// Users with stores of their own beside shared ones.
    public static let accounts = ConformanceCategory("C50", "Accounts")
}
