import GranaryConformance
import GranarySyncTesting
import Testing

/// Repositories keep their promises over every backend that needs no server.
@Suite struct SyncConformanceTests {
    @Test(.timeLimit(.minutes(2)), arguments: SyncHarnesses.memory.promises(of: ConformancePromise.ofSyncing))
    func inMemory(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: SyncHarnesses.memory)
    }

    @Test(.timeLimit(.minutes(2)), arguments: SyncHarnesses.sqlite.promises(of: ConformancePromise.ofSyncing))
    func onSQLite(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: SyncHarnesses.sqlite)
    }

    @Test(
        .timeLimit(.minutes(2)), arguments: SyncHarnesses.leveldb.promises(of: ConformancePromise.ofSyncing))
    func onLevelDB(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: SyncHarnesses.leveldb)
    }
}

/// The same over PostgreSQL, whose stores do not number their saves in order.
@Suite(.enabled(if: SyncHarnesses.hasServer)) struct PostgreSQLSyncConformanceTests {
    @Test(
        .timeLimit(.minutes(2)),
        arguments: SyncHarnesses.postgresql.promises(of: ConformancePromise.ofSyncing))
    func onPostgreSQL(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: SyncHarnesses.postgresql)
    }
}
