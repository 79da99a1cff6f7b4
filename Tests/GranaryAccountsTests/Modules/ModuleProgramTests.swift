import GranaryConformance
import Testing

/// Random modules with random failures, delays and cancellations start and stop in the order of their needs.
@Suite(.timeLimit(.minutes(10))) struct ModuleProgramTests {
    /// Ten thousand programs, from fixed seeds and from one that is random; many more in a long run.
    @Test func theOrderIsKept() async {
        let effort = ConformanceEffort.current
        let count: UInt64 = effort.isLong ? 200_000 : 10_000
        let random = UInt64.random(in: 1_000_000...999_999_999)
        let seeds =
            effort.seed.map { [$0...$0] } ?? [1...(count / 2), random...(random + count - count / 2 - 1)]
        for seed in seeds.joined() {
            do {
                try await ModuleProgram(seed: seed).run()
            } catch {
                Issue.record("seed \(seed): \(error)")
                return
            }
        }
    }
}
