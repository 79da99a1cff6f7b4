import Granary

/// Runs random programs against a backend and the reference store in step; both must have the same outcome at every
/// step.
///
/// A program is a random schema, random rows with the edge values of their types, and random changes and requests of
/// two sessions. Where they differ the program is made smaller, and the rest is reported with its seed:
///
/// ```swift
/// @Test(arguments: ConformanceFuzzer.seeds) func answersLikeTheReference(seed: UInt64) throws {
///     try ConformanceFuzzer(harness).run(seed: seed).get()
/// }
/// ```
///
/// ``ConformanceEffort`` determines the length of a run.
public struct ConformanceFuzzer: Sendable {
    /// The seeds of a run: fixed ones and a random one, or those of the environment.
    public static let seeds = ConformanceEffort.current.seeds(24, long: 3_000)

    /// The backend under test.
    public var harness: ConformanceHarness
    /// How many steps a program has after the stores are filled.
    public var steps = 60

    /// Makes a fuzzer.
    public init(_ harness: ConformanceHarness) { self.harness = harness }

    /// Runs the program of one seed; a failure holds the smallest program found that fails too.
    public func run(seed: UInt64) -> Result<Void, ConformanceFailure> {
        let directory = TemporaryDirectory()
        defer { directory.remove() }
        do {
            try directory.make()
            var generator = try StoreProgramGenerator(seed: seed)
            let program = generator.program(steps: steps)
            var runs = 0
            let comparison = StoreComparison(harness: harness) { schema in
                runs += 1
                return try .backend(
                    harness, schema, ConformancePlace(directory: directory.path, store: "run\(runs)"))
            }
            guard let difference = try comparison.firstDifference(program) else { return .success(()) }
            return .failure(report(seed, shrunk(program, difference, comparison), comparison))
        } catch {
            return .failure(
                ConformanceFailure(.setUp, "The program of seed \(seed) could not be run.", cause: error))
        }
    }

    private func shrunk(
        _ program: StoreProgram, _ difference: StoreComparison.Difference, _ comparison: StoreComparison
    ) -> StoreProgram {
        let cut = StoreProgram(
            models: program.models, steps: Array(program.steps.prefix(difference.step + 1)))
        let shrinker = Shrinker<StoreProgram> {
            $0.smaller
        } fails: { candidate in
            guard let found = try? comparison.firstDifference(candidate) else { return false }
            return found.isLike(difference)
        }
        return shrinker.smallest(cut)
    }

    private func report(_ seed: UInt64, _ program: StoreProgram, _ comparison: StoreComparison)
        -> ConformanceFailure
    {
        let difference = try? comparison.firstDifference(program)
        return ConformanceFailure(
            .broken,
            """
            Seed \(seed): \(harness.backend.type.type) differs from the reference store in step \((difference?.step ?? -1) + 1) of
            \(program)
              expected \(difference.map { "\($0.expected)" } ?? "no difference the second time")
              got      \(difference.map { "\($0.actual)" } ?? "")
            """)
    }
}

extension StoreComparison.Difference {
    /// Whether this is the same kind of difference, so that making a program smaller does not replace one fault by
    /// another.
    fileprivate func isLike(_ other: StoreComparison.Difference) -> Bool {
        Self.isLike(actual, other.actual) && Self.isLike(expected, other.expected)
    }

    private static func isLike(_ left: StepOutcome, _ right: StepOutcome) -> Bool {
        switch (left, right) {
        case (.failed(let code, _), .failed(let before, _)): code == before
        case (.failed, _), (_, .failed): false
        default: true
        }
    }
}
