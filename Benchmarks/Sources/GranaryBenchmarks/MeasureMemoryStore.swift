internal import ArgumentParser
internal import DictionaryLoop
internal import GranaryContender
internal import Workload

/// Measures Granary's memory store against a Swift dictionary of plain objects.
struct MeasureMemoryStore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Measure the memory store against a Swift dictionary of the same objects.")

    @OptionGroup var choice: ContestOptions

    /// The exercises, each with the largest wanted ratio to the dictionary, where there is one.
    private static let limits: [(exercise: Exercise, limit: Double?)] = [
        (.insert, 3), (.object, 3), (.identity, nil), (.fetch, nil),
    ]

    func run() async throws {
        let (plan, report) = choice.begin(Self.limits.map(\.exercise))
        for keys in choice.kinds {
            var figures: [Figures] = []
            for exercise in plan.exercises {
                let isFilled = exercise != .insert
                let contenders = [
                    DictionaryLoop.contender(keys, isFilled: isFilled),
                    GranaryContender.memory(keys, isFilled: isFilled),
                ]
                figures += try await Rounds(plan.of(exercise), try choice.chosen(contenders), NoCopies())
                    .measure(
                        progress: report.progress)
            }
            report.print(
                figures, limits: Self.limits, title: "Memory store, \(keys.title.lowercased())", plan.workload
            )
        }
    }
}
