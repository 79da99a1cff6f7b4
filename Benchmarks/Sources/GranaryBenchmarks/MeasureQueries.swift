internal import ArgumentParser
internal import Foundation
internal import Querying
internal import Workload

/// Measures questions in Granary's language against hand-written SQL and loops.
struct MeasureQueries: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queries",
        abstract: "Measure questions in Granary's language against hand-written SQL and loops.",
        discussion: """
            A row of the table is a question to sales in shops: --rows sales, a tenth as many shops, a hundred areas. What \
            SQLite evaluates is compared with hand-written SQL on the same file, what the core evaluates with a loop in \
            Swift. Both sides answer in turns; times are those of one answer, times and ratios medians of the rounds; a \
            limit that does not hold is reported, it is not an error.
            """)

    @OptionGroup var options: RatioOptions

    func run() async throws {
        let chosen = QueryRow.all.filter { options.want($0.name) }
        if chosen.isEmpty { throw ValidationError("No row has such a name.") }
        Report(isMarkdown: options.markdown).begin(
            rows: options.rows, rounds: options.rounds, usesProcessorTime: options.processorTime)
        let ground = try await SalesGround(in: options.directory, rows: options.rows)
        do {
            try await printTimes(chosen, ground)
        } catch {
            try? await ground.close()
            throw error
        }
        try await ground.close()
    }

    private func printTimes(_ chosen: [QueryRow], _ ground: SalesGround) async throws {
        var table = Table(header: ["question", "against", "that takes", "it takes", "ratio", "limit"])
        var exceeded: [String] = []
        for row in chosen {
            let (base, judged) = try await options.medians(row.name) {
                try await ground.measure(row, judged: $0)
            }
            let time = judged / Double(row.times)
            switch row.limit {
            case .ratio(let most):
                let ratio = judged / max(base, 1)
                table.add([
                    row.name, row.yardstick ?? "", text(base / Double(row.times)), text(time), decimal(ratio),
                    decimal(most),
                ])
                if ratio > most { exceeded.append("\(row.name): \(decimal(ratio))") }
            case .time(let most):
                table.add([row.name, "", "", text(time), "", text(Double(most))])
                if time > Double(most) { exceeded.append("\(row.name): \(text(time))") }
            }
        }
        options.show(table, exceeded: exceeded)
    }

    private func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
    private func text(_ time: Double) -> String { "\(decimal(time / 1_000_000)) ms" }
}
