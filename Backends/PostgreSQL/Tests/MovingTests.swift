import Granary
import GranaryConformance
import GranaryPostgreSQL
import Testing

/// What is special about moving stores of PostgreSQL; the kit promises the rest.
@Suite(.enabled(if: TestServer.isWanted)) struct MovingTests {
    @Test func aStoreStaysInItsDatabase() throws {
        let url = try TestServer.url()
        let source = StoreConfiguration(
            name: "All", type: .postgresql, options: StoreOptions(["url": url, "schema": "moving here"]))
        var target = source
        target.options["database"] = "another"
        let error = #expect(throws: GranaryError.self) {
            try PostgreSQLStore.prepareMove(of: source, to: target)
        }
        #expect(error?.code == .unsupported)
    }
}
