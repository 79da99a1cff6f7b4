import Granary
import GranaryConformance
import GranarySQLite
import Testing

/// What SQLite stores hold after the process that saves is killed.
@Suite struct SQLiteCrashTests {
    @Test(.timeLimit(.minutes(10))) func acknowledgedSavesSurviveKills() async throws {
        let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)
        let child = try ChildProgram.path(of: "SQLiteCrashChild")
        try await CrashTrial(SQLiteConformanceTests.harness, child: child, seed: seed).run(
            kills: CrashTrial.kills)
    }
}
