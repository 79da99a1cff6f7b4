import GranaryAccountsTesting
import GranaryConformance
import GranaryTestHarnesses
import Testing

/// Accounts keep their promises over every backend that needs no server.
@Suite struct AccountConformanceTests {
    @Test(.timeLimit(.minutes(2)), arguments: Harnesses.memory.promises(of: ConformancePromise.ofAccounts))
    func inMemory(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Harnesses.memory)
    }

    @Test(.timeLimit(.minutes(2)), arguments: Harnesses.sqlite.promises(of: ConformancePromise.ofAccounts))
    func onSQLite(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Harnesses.sqlite)
    }

    @Test(.timeLimit(.minutes(2)), arguments: Harnesses.leveldb.promises(of: ConformancePromise.ofAccounts))
    func onLevelDB(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Harnesses.leveldb)
    }
}

/// The same over PostgreSQL, where each account has a schema.
@Suite(.enabled(if: Harnesses.hasServer)) struct PostgreSQLAccountConformanceTests {
    /// The name of a schema leaves room for that of a place.
    private static let harness = Harnesses.postgresql(longestName: 30)

    @Test(.timeLimit(.minutes(2)), arguments: harness.promises(of: ConformancePromise.ofAccounts))
    func onPostgreSQL(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }
}
