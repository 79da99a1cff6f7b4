internal import ArgumentParser
internal import Foundation
internal import UserAccounts
internal import Workload

/// Measures accounts and modules against the same work without them.
struct MeasureAccounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Measure accounts and modules against the same work without them.",
        discussion: """
            Both sides of a row work in turns, in fresh stores: SQLite for what is kept, memory for drafts. Times and ratios \
            are medians of the rounds; a limit that does not hold is reported, it is not an error. A row without anything \
            to compare with shows the time of one step.

            Where another account migrates, it has ten times as many rows as --rows says, and time that passes counts in any \
            case. The tool's migration is the command `accounts migrate`, over a hundredth as many accounts. What 200 \
            accounts hold, open and at rest, is measured in processes of their own. The whole table takes several minutes.

            A row on PostgreSQL is in it where GRANARY_TEST_POSTGRESQL names a server, as `Scripts/postgres run` does.
            """)

    @OptionGroup var options: RatioOptions

    @Flag(help: "Leave out what is measured in processes of their own: threads, descriptors and memory.")
    var skipMemory = false

    func run() async throws {
        let chosen = AccountRow.all.filter { options.want($0.name) }
        let states = skipMemory ? [] : [false, true].filter { options.want(Self.name(resting: $0)) }
        if chosen.isEmpty && states.isEmpty { throw ValidationError("No row has such a name.") }
        if !chosen.isEmpty { try await printTimes(chosen) }
        if !states.isEmpty { try await printMemory(states) }
    }

    // MARK: Times

    private func printTimes(_ chosen: [AccountRow]) async throws {
        var table = Table(header: ["work", "against", "that takes", "it takes", "ratio", "limit"])
        var exceeded: [String] = []
        for row in chosen {
            let (base, judged) = try await options.medians(row.name, isBesideOthers: row.isBesideOthers) {
                try await row.measure(judged: $0, size: options.rows, in: options.directory)
            }
            let (figure, limit, holds): (String, String, Bool)
            switch row.limit {
            case .ratio(let most):
                let ratio = judged / max(base, 1)
                (figure, limit, holds) = (decimal(ratio), decimal(most), ratio <= most)
                table.add([row.name, row.yardstick ?? "", text(base), text(judged), figure, limit])
            case .step(let most, let steps):
                let step = judged / Double(steps)
                (figure, limit, holds) = (text(step), text(Double(most)), step <= Double(most))
                table.add([row.name, "", "", figure, "", limit])
            }
            if !holds { exceeded.append("\(row.name): \(figure)") }
        }
        options.show(table, exceeded: exceeded)
    }

    private func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
    private func text(_ time: Double) -> String {
        time < 1_000_000 ? "\(decimal(time / 1_000)) µs" : "\(decimal(time / 1_000_000)) ms"
    }

    // MARK: Memory

    private static func name(resting: Bool) -> String {
        "\(ManyAccounts.count) accounts on SQLite, \(resting ? "at rest" : "open")"
    }

    private func printMemory(_ states: [Bool]) async throws {
        var table = Table(header: ["what", "it is", "limit"])
        var exceeded: [String] = []
        for resting in states {
            let held = try await MeasureAccountsMemory.measure(
                rounds: options.rounds, in: options.directory, resting: resting)
            let each = { (bytes: Int) in Double(bytes) / Double(ManyAccounts.count) / 1_000 }
            let rows: [(what: String, figure: Double, limit: Double?)] = [
                ("threads", Double(held.threads), 16),
                ("descriptors", Double(held.descriptors), resting ? 0 : nil),
                ("memory of each, KB", each(held.resident), resting ? 20 : 400),
                ("memory of each without files, KB", each(held.ofNoFile), nil),
                ("memory of each that is in use, KB", each(held.inUse), nil),
            ]
            for row in rows {
                let name = "\(Self.name(resting: resting)): \(row.what)"
                let figure = String(format: "%.1f", row.figure)
                table.add([name, figure, row.limit.map { String(format: "%.0f", $0) } ?? ""])
                if let limit = row.limit, row.figure > limit { exceeded.append("\(name): \(figure)") }
            }
        }
        print()
        options.show(table, exceeded: exceeded)
    }
}
