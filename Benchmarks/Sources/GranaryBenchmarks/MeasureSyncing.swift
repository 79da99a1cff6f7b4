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

    @OptionGroup var options: RatioOptions

    func run() async throws {
        let chosen = SyncRow.all.filter { options.want($0.name) }
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
        options.show(table, exceeded: exceeded)
    }

    /// The medians of both sides in nanoseconds.
    private func medians(_ row: SyncRow) async throws -> (base: Double, judged: Double) {
        var times: [[Double]] = [[], []]
        for round in 0...options.rounds {
            for isJudged in round % 2 == 0 ? [false, true] : [true, false] {
                let outcome = try await row.measure(
                    judged: isJudged, size: options.rows, in: options.directory)
                let time = Double(options.processorTime ? outcome.processorTime : outcome.time)
                if round > 0 { times[isJudged ? 1 : 0].append(time) }
            }
        }
        return (times[0].sorted()[options.rounds / 2], times[1].sorted()[options.rounds / 2])
    }

    private func text(_ time: Double) -> String { String(format: "%.2f ms", time / 1_000_000) }
}
