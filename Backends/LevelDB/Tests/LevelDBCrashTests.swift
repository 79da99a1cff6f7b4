import Granary
import GranaryConformance
import GranaryLevelDB
import Testing

/// What LevelDB stores hold after the process that saves is killed.
@Suite struct LevelDBCrashTests {
    @Test(.timeLimit(.minutes(10))) func acknowledgedSavesSurviveKills() async throws {
        let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        try await CrashTrial(LevelDBConformanceTests.harness, child: child, seed: seed).run(
            kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func aProcessThatEndsAtANamedPointLeavesSavesWhole() async throws {
        let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        try await CrashTrial(LevelDBConformanceTests.harness, child: child, seed: seed).run(
            CrashPoint.saving, visits: CrashTrial.visits)
    }

    @Test(.timeLimit(.minutes(10))) func aMigrationThatIsKilledLeavesOneVersionOrTheOther() throws {
        let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        try MigrationTrial(LevelDBConformanceTests.harness, child: child, seed: seed).run(
            kills: MigrationTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func ofTwoProgramsThatStartAtOnceOneMigrates() throws {
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        try MigrationRace(LevelDBConformanceTests.harness, child: child).run()
    }

    @Test(.timeLimit(.minutes(10))) func aMoveThatIsKilledLeavesOneWholeStore() throws {
        let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        try MoveTrial(LevelDBConformanceTests.harness, child: child, seed: seed).run(
            kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func aBackfillThatIsKilledGoesOnWithTheRest() async throws {
        let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        try await BackfillTrial(LevelDBConformanceTests.harness, child: child, seed: seed).run(
            kills: CrashTrial.kills)
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [7, ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)],
        [100_000, 300_000, 333_333])
    func aFullDiskLosesNothing(seed: UInt64, limit: Int) async throws {
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        let code = try await FullDiskTrial(LevelDBConformanceTests.harness, child: child, seed: seed)
            .run(limit: limit)
        #expect(code == "io")
    }

    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func aFullDiskLeavesTheOldVersionOfAStoreThatMigrates(byCode: Bool) throws {
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        let codes = try FullDiskMigrationTrial(LevelDBConformanceTests.harness, child: child)
            .run(limits: byCode ? [40_000, 100_000] : [40_000], byCode: byCode)
        #expect(codes == ["io"])
    }

    @Test(.timeLimit(.minutes(10))) func storesThatAreKilledWhileTheyAttachAreWhole() throws {
        let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        try AttachTrial(LevelDBConformanceTests.harness, child: child, seed: seed).run(
            kills: CrashTrial.kills)
    }

    @Test(.timeLimit(.minutes(10))) func storesThatAreKilledWhileTheyAreDestroyedAreWholeOrGone() throws {
        let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)
        let child = try ChildProgram.path(of: "LevelDBCrashChild")
        try DestroyTrial(LevelDBConformanceTests.harness, child: child, seed: seed).run(
            kills: CrashTrial.kills)
    }
}
