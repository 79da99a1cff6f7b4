internal import ArgumentParser
internal import Workload

/// The options of commands that measure Granary against one loop.
struct ContestOptions: ParsableArguments {
    @Option(help: "How many players there are.")
    var rows = 100_000

    @Option(help: "The kind of key: integer or uuid; both unless given.")
    var keys: KeyKind?

    @Option(help: "How many rounds count; one more is done before them.")
    var rounds = 5

    @Option(
        help: "The operations to measure, with commas; all that there are unless given.",
        transform: { try Exercise.list($0) })
    var only = Exercise.allCases

    @Option(help: "Let only the contender with this name work, for profiling it.")
    var alone: String?

    @Flag(help: "Count time on a processor instead of time that passes, for machines with other work to do.")
    var processorTime = false

    @Flag(help: "Print Markdown.")
    var markdown = false

    func validate() throws {
        if rows < 100 { throw ValidationError("--rows must be at least 100.") }
        if rounds < 1 { throw ValidationError("--rounds must be at least 1.") }
    }

    /// The kinds of keys to measure.
    var kinds: [KeyKind] { keys.map { [$0] } ?? KeyKind.allCases }

    /// Makes a plan of the wanted operations, and prints the measurements to come.
    func begin(_ exercises: [Exercise]) -> (Plan, Report) {
        let plan = Plan(
            workload: Workload(rows: rows), exercises: exercises.filter(only.contains), rounds: rounds,
            usesProcessorTime: processorTime)
        let report = Report(isMarkdown: markdown)
        report.begin(plan)
        return (plan, report)
    }

    /// Those contenders that take part.
    ///
    /// - Throws: `ValidationError` when the one that was named is none of them.
    func chosen(_ contenders: [Contender]) throws -> [Contender] {
        guard let alone else { return contenders }
        let chosen = contenders.filter { $0.name == alone }
        if !chosen.isEmpty { return chosen }
        let names = contenders.map { "“\($0.name)”" }.joined(separator: ", ")
        throw ValidationError("There is no contender “\(alone)”; there are: \(names).")
    }
}

extension Plan {
    /// The same for one operation.
    func of(_ exercise: Exercise) -> Plan {
        Plan(
            workload: workload, exercises: [exercise], rounds: rounds, usesProcessorTime: usesProcessorTime)
    }
}
