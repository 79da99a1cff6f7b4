import Foundation
import Granary
import GranaryConformance
import Testing

/// What the example's stores hold after the process that saves is killed, and that the trial notices stores that are
/// wrong on purpose.
@Suite(.serialized) struct LogCrashTests {
    private func trial(fault: String? = nil) throws -> CrashTrial {
        unsetenv("GRANARY_CRASH_FAULT")
        if let fault { setenv("GRANARY_CRASH_FAULT", fault, 1) }
        let seed = ConformanceEffort.current.seed ?? UInt64.random(in: 1...999_999)
        return CrashTrial(
            LogConformanceTests.harness, child: try ChildProgram.path(of: "LogCrashChild"), seed: seed)
    }

    @Test(.timeLimit(.minutes(10))) func acknowledgedSavesSurviveKills() async throws {
        let trial = try trial()
        try await trial.run(kills: CrashTrial.kills)
        try await trial.run(CrashPoint.common, visits: CrashTrial.visits)
    }

    /// A save that is acknowledged before it is written is lost by a crash; one that is written in parts is there in
    /// part.
    @Test(
        .timeLimit(.minutes(5)), arguments: [("late", CrashPoint.beforeTelling), ("halves", .whileWriting)])
    func theTrialNotices(fault: String, _ point: CrashPoint) async throws {
        let trial = try trial(fault: fault)
        defer { unsetenv("GRANARY_CRASH_FAULT") }
        let error = await #expect(throws: ConformanceFailure.self) {
            try await trial.run([point], visits: 20)
        }
        #expect("\(String(describing: error))".contains("neither the acknowledged saves nor one more"))
    }
}
