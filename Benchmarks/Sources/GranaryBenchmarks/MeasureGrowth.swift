internal import ArgumentParser
internal import Foundation
internal import Growth
internal import Workload

/// Does work of a size and of four times that size, and refuses work that takes more than five times as long.
struct MeasureGrowth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "Refuse work whose time grows faster than its size.",
        discussion: """
            Each row is done at a size and at four times the size, three times each; the shortest count. A row that takes \
            more than its limit, which is five times as long unless it says otherwise, is named at the end, and the \
            command fails.
            """)

    @Option(
        help: ArgumentHelp(
            "The size; the other one is four times that.",
            discussion: """
                Above the 1,024 objects of an entity that a context keeps at hand: a row that reads more than that at \
                one size only shows a step.
                """))
    var size = 2_000

    @Option(help: "How many times each is done; the shortest counts.")
    var rounds = 3

    @Option(help: "Only the rows whose name contains this.")
    var only: String?

    @Option(help: "The directory for the stores.")
    var directory = "/tmp"

    @Flag(help: "Print Markdown.")
    var markdown = false

    func validate() throws {
        if size < 64 { throw ValidationError("--size must be at least 64.") }
        if rounds < 1 { throw ValidationError("--rounds must be at least 1.") }
    }

    func run() async throws {
        let rows = GrowthRow.all.filter { only.map($0.name.contains) ?? true }
        if rows.isEmpty { throw ValidationError("No row has such a name.") }
        var table = Table(header: ["work", "on", "a step", "a step of 4×", "4× takes", "limit"])
        var refused: [String] = []
        for row in rows {
            let (small, large, ratio) = try await measure(row)
            table.add([
                row.name, row.ground.title, text(small, row.steps(size)), text(large, row.steps(4 * size)),
                text(ratio) + "×", text(row.limit) + "×",
            ])
            if ratio > row.limit { refused.append("\(row.name), \(row.ground.title): \(text(ratio))×") }
        }
        print(markdown ? table.markdown : table.text)
        if refused.isEmpty { return }
        print("\nRefused:\n" + refused.joined(separator: "\n"))
        throw ExitCode.failure
    }

    /// The times of both sizes and the ratio; very short work is not measured by its first attempt.
    private func measure(_ row: GrowthRow) async throws -> (Nanoseconds, Nanoseconds, Double) {
        var (small, large) = (Nanoseconds.max, Nanoseconds.max)
        for round in 0..<rounds * 3 {
            small = min(small, try await row.measure(size: size, in: directory))
            large = min(large, try await row.measure(size: 4 * size, in: directory))
            let isSlow = large > 1_000_000_000
            if round + 1 >= rounds || isSlow, isSlow || ratio(small, large) <= row.limit { break }
        }
        return (small, large, ratio(small, large))
    }

    private func ratio(_ small: Nanoseconds, _ large: Nanoseconds) -> Double {
        // Times below a tenth of a millisecond say nothing.
        Double(large) / Double(max(small, 100_000))
    }

    private func text(_ ratio: Double) -> String { String(format: "%.1f", ratio) }

    private func text(_ time: Nanoseconds, _ steps: Int) -> String {
        String(format: "%.2f µs", Double(time) / Double(max(steps, 1)) / 1_000)
    }
}
