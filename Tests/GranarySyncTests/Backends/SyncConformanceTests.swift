import GranaryConformance
import GranarySyncTesting
import GranaryTestHarnesses
import Testing

/// Repositories keep their promises over every backend that needs no server.
@Suite struct SyncConformanceTests {
    @Test(.timeLimit(.minutes(2)), arguments: Harnesses.memory.promises(of: ConformancePromise.ofSyncing))
    func inMemory(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Harnesses.memory)
    }

    @Test(.timeLimit(.minutes(2)), arguments: Harnesses.sqlite.promises(of: ConformancePromise.ofSyncing))
    func onSQLite(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Harnesses.sqlite)
    }

    @Test(
        .timeLimit(.minutes(2)), arguments: Harnesses.leveldb.promises(of: ConformancePromise.ofSyncing))
    func onLevelDB(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Harnesses.leveldb)
    }
}

/// The same over PostgreSQL, whose stores do not number their saves in order.
@Suite(.enabled(if: Harnesses.hasServer)) struct PostgreSQLSyncConformanceTests {
    @Test(
        .timeLimit(.minutes(2)),
        arguments: Harnesses.postgresql().promises(of: ConformancePromise.ofSyncing))
    func onPostgreSQL(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Harnesses.postgresql())
    }
}
