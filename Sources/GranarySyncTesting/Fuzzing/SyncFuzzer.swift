import GranaryConformance

/// Runs random programs of two clients, and makes one that fails smaller.
enum SyncFuzzer {
    /// How many smaller programs are tried.
    private static let attempts = 200

    /// Runs the programs of some seeds.
    ///
    /// - Throws: ``ConformanceFailure`` with the seed and the smallest failing program.
    static func run(_ seeds: [UInt64], on ground: SyncGround) async throws {
        for seed in seeds {
            let program = SyncProgram(seed: seed)
            guard let problem = await problem(of: program, on: ground) else { continue }
            let (small, last) = await smaller(program, problem, on: ground)
            throw ConformanceFailure(.broken, "seed \(seed), made smaller:\n\(small)", cause: last)
        }
    }

    private static func problem(of program: SyncProgram, on ground: SyncGround) async -> (any Error)? {
        do {
            try await ground.apart { try await SyncRun.run(program, on: $0) }
            return nil
        } catch { return error }
    }

    /// Leaves steps out for as long as the program fails, at first many at once.
    private static func smaller(
        _ program: SyncProgram, _ problem: any Error, on ground: SyncGround
    ) async -> (SyncProgram, any Error) {
        var (best, last) = (program, problem)
        var size = max(best.steps.count / 2, 1)
        var rest = attempts
        while size > 0, rest > 0 {
            var start = 0
            while start < best.steps.count, rest > 0 {
                var candidate = best
                candidate.steps.removeSubrange(start..<min(start + size, candidate.steps.count))
                rest -= 1
                if let problem = await self.problem(of: candidate, on: ground) {
                    (best, last) = (candidate, problem)
                } else {
                    start += size
                }
            }
            size /= 2
        }
        return (best, last)
    }
}
