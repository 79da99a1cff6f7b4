#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Granary
import GranaryConformance
import GranaryPostgreSQL
import Testing

/// What PostgreSQL stores hold after the process that saves, or the server, is killed.
@Suite(.enabled(if: TestServer.isWanted), .serialized) struct PostgreSQLCrashTests {
    private var seed: UInt64 { ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999) }

    @Test(.timeLimit(.minutes(10))) func acknowledgedSavesSurviveKillsOfTheProgram() async throws {
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try await CrashTrial(TestServer.direct, child: child, seed: seed).run(kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func aProgramThatEndsAtANamedPointLeavesSavesWhole() async throws {
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try await CrashTrial(TestServer.direct, child: child, seed: seed).run(
            CrashPoint.common, visits: CrashTrial.visits)
    }

    @Test(.timeLimit(.minutes(10))) func aMigrationThatIsKilledLeavesOneVersionOrTheOther() throws {
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try MigrationTrial(TestServer.direct, child: child, seed: seed).run(kills: MigrationTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func ofTwoProgramsThatStartAtOnceOneMigrates() throws {
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try MigrationRace(TestServer.direct, child: child).run()
    }

    @Test(.timeLimit(.minutes(10))) func anOldProgramThatGoesOnWhileItsStoreIsMigratedIsTold() throws {
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try TwoVersionsTrial(TestServer.direct, child: child).run()
    }

    @Test(.timeLimit(.minutes(10))) func aMoveThatIsKilledLeavesOneWholeStore() throws {
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try MoveTrial(TestServer.direct, child: child, seed: seed).run(kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func aMoveToAnotherDatabaseThatIsKilledLeavesOneWholeStore() throws {
        let other = try OtherDatabase()
        defer { other.drop() }
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        setenv("GRANARY_CRASH_POSTGRESQL_OTHER", other.name, 1)
        defer { unsetenv("GRANARY_CRASH_POSTGRESQL_OTHER") }
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try MoveTrial(other.harness, child: child, seed: seed).run(kills: CrashTrial.kills)
        #expect(try other.schemas() == [])
    }

    @Test(.timeLimit(.minutes(10))) func storesThatAreKilledWhileTheyAttachAreWhole() throws {
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try AttachTrial(TestServer.direct, child: child, seed: seed).run(kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func storesThatAreKilledWhileTheyAreDestroyedAreWholeOrGone() throws {
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try DestroyTrial(TestServer.direct, child: child, seed: seed).run(kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func aBackfillThatIsKilledGoesOnWithTheRest() async throws {
        setenv("GRANARY_CRASH_POSTGRESQL", try TestServer.url(), 1)
        let child = try ChildProgram.path(of: "PostgreSQLCrashChild")
        try await BackfillTrial(TestServer.direct, child: child, seed: seed).run(kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func savesSurviveKillsOfTheServerAndNoOutcomeStaysUnknown() throws {
        let server = try OwnServer()
        defer { server.stop() }
        let ledger = try Ledger(["resolveTimeout": "60s"], url: server.url)
        let store = try ledger.open()
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        var expected: [Int64: Int64] = [:]
        var next: Int64 = 1
        for _ in 0..<(ConformanceEffort.current.isLong ? 12 : 3) {
            let restart = server.killSoonAndRestart()
            while !restart.isOver {
                let ids = next...(next + 199)
                next += 200
                do {
                    _ = try session.commit(ledger.accounts(ids, balance: next))
                    for id in ids { expected[id] = next }
                } catch let error as GranaryError where error.code == .unavailable {
                    // Nothing of it was written: the check below would find it.
                    continue
                }
            }
            let reopened = try ledger.open()
            let reading = try reopened.makeSession()
            #expect(try ledger.balances(reading) == expected)
            reading.end()
            try reopened.close()
        }
    }
}
