internal import ArgumentParser
internal import Workload

/// What a table of work against other work is measured with.
struct RatioOptions: ParsableArguments {
    @Option(help: "How many rows there are.")
    var rows = 100_000

    @Option(help: "How many rounds count; one more is done before them.")
    var rounds = 5

    @Option(help: "Only the rows of the table whose name contains this.")
    var only: String?

    @Option(help: "The directory for the stores; it should be on the device that is of interest.")
    var directory = "/tmp"

    @Flag(help: "Count time on a processor instead of time that passes, for machines with other work to do.")
    var processorTime = false

    @Flag(help: "Print Markdown.")
    var markdown = false

    func validate() throws {
        if rows < 1_000 { throw ValidationError("--rows must be at least 1000.") }
        if rounds < 1 { throw ValidationError("--rounds must be at least 1.") }
    }

    /// Whether a row of the table is wanted.
    func want(_ name: String) -> Bool { only.map(name.contains) ?? true }

    /// The medians of both sides of a row in nanoseconds; 0 for a base that does not exist.
    ///
    /// The sides work in turns. Where others work too, time on a processor is not that of the row and is not counted.
    ///
    /// - Throws: ``WorkloadError`` when the sides have not done the same work; errors of the work.
    func medians(
        _ name: String, isBesideOthers: Bool = false,
        _ measure: (_ isJudged: Bool) async throws -> Outcome?
    ) async throws -> (base: Double, judged: Double) {
        var times: [[Nanoseconds]] = [[], []]
        var sums: Set<Int64> = []
        for round in 0...rounds {
            for isJudged in round % 2 == 0 ? [false, true] : [true, false] {
                guard let outcome = try await measure(isJudged) else { continue }
                let time = processorTime && !isBesideOthers ? outcome.processorTime : outcome.time
                if round > 0 { times[isJudged ? 1 : 0].append(time) }
                sums.insert(outcome.checksum)
            }
        }
        if sums.count > 1 { throw WorkloadError("\(name): not the same work (\(sums.sorted()))") }
        let medians = times.map { $0.isEmpty ? 0 : Double($0.sorted()[$0.count / 2]) }
        return (medians[0], medians[1])
    }

    /// Prints a table, and the rows that are above their limits.
    func show(_ table: Table, exceeded: [String]) {
        print(markdown ? table.markdown : table.text)
        if !exceeded.isEmpty { print("\nAbove the limit:\n" + exceeded.joined(separator: "\n")) }
    }
}
