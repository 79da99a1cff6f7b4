import Granary
import GranaryConformance
import GranaryPostgreSQL
import Testing

/// The PostgreSQL backend keeps every promise that its capabilities allow.
@Suite(.enabled(if: TestServer.isWanted)) struct PostgreSQLConformanceTests {
    @Test(.timeLimit(.minutes(3)), arguments: ConformancePromise.all)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: TestServer.direct)
    }
}

/// The same behind PgBouncer in transaction mode, where nothing may be left on a connection.
@Suite(.enabled(if: TestServer.isWanted)) struct PgBouncerConformanceTests {
    @Test(.timeLimit(.minutes(3)), arguments: ConformancePromise.all)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: TestServer.pooled)
    }
}
