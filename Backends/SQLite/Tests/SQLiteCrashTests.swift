import Granary
import GranaryConformance
import GranarySQLite
import Testing

/// What SQLite stores hold after the process that saves is killed, and after it has run out of room.
@Suite struct SQLiteCrashTests {
    static let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)

    @Test(.timeLimit(.minutes(10))) func acknowledgedSavesSurviveKills() async throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try await CrashTrial(SQLiteConformanceTests.harness, child: child, seed: Self.seed).run(
            kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func aProcessThatEndsAtANamedPointLeavesSavesWhole() async throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try await CrashTrial(SQLiteConformanceTests.harness, child: child, seed: Self.seed).run(
            CrashPoint.common, visits: CrashTrial.visits)
    }

    @Test(.timeLimit(.minutes(10))) func aMigrationThatIsKilledLeavesOneVersionOrTheOther() throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try MigrationTrial(SQLiteConformanceTests.harness, child: child, seed: Self.seed).run(
            kills: MigrationTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func ofTwoProgramsThatStartAtOnceOneMigrates() throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try MigrationRace(SQLiteConformanceTests.harness, child: child).run()
    }

    @Test(.timeLimit(.minutes(10))) func anOldProgramThatGoesOnWhileItsStoreIsMigratedIsTold() throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try TwoVersionsTrial(SQLiteConformanceTests.harness, child: child).run()
    }

    @Test(.timeLimit(.minutes(10))) func aMoveThatIsKilledLeavesOneWholeStore() throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try MoveTrial(SQLiteConformanceTests.harness, child: child, seed: Self.seed).run(
            kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func aBackfillThatIsKilledGoesOnWithTheRest() async throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try await BackfillTrial(SQLiteConformanceTests.harness, child: child, seed: Self.seed).run(
            kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [300_000, 1_000_000])
    func aFullDiskLosesNothing(limit: Int) async throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        let code = try await FullDiskTrial(SQLiteConformanceTests.harness, child: child, seed: Self.seed)
            .run(limit: limit)
        // A file that may not grow is an I/O error to SQLite, and not its “full”.
        #expect(code == "io")
    }

    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func aFullDiskLeavesTheOldVersionOfAStoreThatMigrates(byCode: Bool) throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        let codes = try FullDiskMigrationTrial(SQLiteConformanceTests.harness, child: child)
            .run(limits: byCode ? [40_000, 100_000] : [40_000], byCode: byCode)
        #expect(codes == ["io"])
    }

    @Test(.timeLimit(.minutes(10))) func storesThatAreKilledWhileTheyAttachAreWhole() throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try AttachTrial(SQLiteConformanceTests.harness, child: child, seed: Self.seed).run(
            kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func storesThatAreKilledWhileTheyAreDestroyedAreWholeOrGone() throws {
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try DestroyTrial(SQLiteConformanceTests.harness, child: child, seed: Self.seed).run(
            kills: CrashTrial.kills)
    }
}
