import CPostgreSQL
import Granary
import Testing

@testable import GranaryPostgreSQL

/// What a connection promises to sessions in every state of its transaction.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct ConnectionTests {
    private func connection() throws -> Connection {
        let options = try PostgreSQLOptions(Ledger().configuration)
        return try ConnectionOpening(
            options: options, place: StorePlace(.postgresql, store: "Default", path: "")
        ).open()
    }

    /// Begins a transaction and lets a statement in it fail.
    private func fail(_ connection: Connection) throws {
        try connection.sendBegin(.committed)
        #expect(throws: EngineError.self) { try connection.run("SELECT 1 / 0") }
    }

    @Test func theCommitOfAFailedTransactionIsAFailure() throws {
        let connection = try connection()
        defer { connection.close() }
        try fail(connection)
        let error = #expect(throws: EngineError.self) { try connection.commit() }
        #expect(error?.state == "25P02" && error?.meaning.code == .conflict)
        try connection.sendBegin(.committed)
        try connection.commit()
        #expect(try connection.integer("SELECT 1::int8") == 1)
    }

    @Test func aTransactionIsRolledBackHoweverManyStatementsHaveNames() throws {
        for count in 248...258 {
            let connection = try connection()
            defer { connection.close() }
            for number in 0..<count { try connection.run("SELECT \(number)") }
            try fail(connection)
            connection.rollBack()
            #expect(!connection.isBroken && connection.transaction == PQTRANS_IDLE, "after \(count)")
            #expect(try connection.integer("SELECT 1::int8") == 1, "after \(count)")
        }
    }

    @Test func aConnectionIsLostWhenItsDeadlineHasPassed() throws {
        let connection = try connection()
        defer { connection.close() }
        connection.deadline = Deadline(millisecondsFromNow: 100)
        let error = #expect(throws: EngineError.self) { try connection.run("SELECT pg_sleep(60)") }
        #expect(error?.endsConnection == true && connection.isBroken)
    }
}
