internal import ArgumentParser
internal import Foundation
internal import Growth
internal import Workload

/// Measures reconciling against a loop by hand, and deep pages against the first.
struct MeasureReconciling: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconciling",
        abstract: "Measure reconciling against a loop by hand, and deep pages against the first one.",
        discussion: """
            Both sides of a row work in turns in the same store. Times and ratios are medians of the rounds; a limit that \
            does not hold is reported, it is not an error.
            """)

    @OptionGroup var options: RatioOptions

    func run() async throws {
        let duels = Duel.reconciling.filter { options.want($0.name) }
        if duels.isEmpty { throw ValidationError("No row has such a name.") }
        var table = Table(header: ["work", "on", "against", "that takes", "it takes", "ratio", "limit"])
        var exceeded: [String] = []
        for duel in duels {
            let outcomes = try await duel.measure(
                size: options.rows, rounds: options.rounds, in: options.directory)
            let times = outcomes.map { (Double($0.0[keyPath: clock]), Double($0.1[keyPath: clock])) }
            let ratio = median(times.map { $0.1 / max($0.0, 1) })
            table.add([
                duel.name, duel.ground.title, duel.yardstick,
                text(median(times.map(\.0))), text(median(times.map(\.1))), String(format: "%.2f", ratio),
                duel.limit.map { String(format: "%.2f", $0) } ?? "–",
            ])
            if let limit = duel.limit, ratio > limit {
                exceeded.append("\(duel.name), \(duel.ground.title): \(String(format: "%.2f", ratio))")
            }
        }
        options.show(table, exceeded: exceeded)
    }

    private var clock: KeyPath<Outcome, Nanoseconds> { options.processorTime ? \.processorTime : \.time }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        if sorted.isEmpty { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    private func text(_ time: Double) -> String { String(format: "%.2f ms", time / 1_000_000) }
}
