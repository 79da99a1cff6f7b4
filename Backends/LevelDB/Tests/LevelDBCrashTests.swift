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
}
