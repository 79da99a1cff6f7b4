internal import ArgumentParser
internal import Foundation
internal import Syncing
internal import Workload

/// Measures repositories and their outbox against the same work without them.
struct MeasureSyncing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Measure repositories and the outbox against the same work without them.",
        discussion: """
            Both sides of a row work in turns, in fresh SQLite stores. Times and ratios are medians of the rounds; a limit \
            that does not hold is reported, it is not an error.
            """)

    @Option(help: "How many rows are fetched and merged.")
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

    func run() async throws {
        let chosen = SyncRow.all.filter { only.map($0.name.contains) ?? true }
        if chosen.isEmpty { throw ValidationError("No row has such a name.") }
        var table = Table(header: ["work", "against", "that takes", "it takes", "ratio", "limit"])
        var exceeded: [String] = []
        for row in chosen {
            let (base, judged) = try await medians(row)
            let ratio = judged / max(base, 1)
            table.add([
                row.name, row.yardstick, text(base), text(judged), String(format: "%.2f", ratio),
                String(format: "%.2f", row.limit),
            ])
            if ratio > row.limit { exceeded.append("\(row.name): \(String(format: "%.2f", ratio))") }
        }
        print(markdown ? table.markdown : table.text)
        if !exceeded.isEmpty { print("\nAbove the limit:\n" + exceeded.joined(separator: "\n")) }
    }

    /// The medians of both sides in nanoseconds.
    private func medians(_ row: SyncRow) async throws -> (base: Double, judged: Double) {
        var times: [[Double]] = [[], []]
        for round in 0...rounds {
            for isJudged in round % 2 == 0 ? [false, true] : [true, false] {
                let outcome = try await row.measure(judged: isJudged, size: rows, in: directory)
                let time = Double(processorTime ? outcome.processorTime : outcome.time)
                if round > 0 { times[isJudged ? 1 : 0].append(time) }
            }
        }
        return (times[0].sorted()[rounds / 2], times[1].sorted()[rounds / 2])
    }

    private func text(_ time: Double) -> String { String(format: "%.2f ms", time / 1_000_000) }
}
