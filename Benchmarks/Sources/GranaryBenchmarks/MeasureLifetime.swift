public import ArgumentParser
internal import Foundation
public import Lifetime

/// Measures the changes of a store as its models change, against the engines' own means.
struct MeasureLifetime: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lifetime",
        abstract: "Measure opening, migrations and backfills against the engines' own means.",
        discussion: """
            Both sides of a row work in turns, each on a copy of its own of one store. Times and ratios are medians of \
            the rounds; a limit that does not hold is reported, it is not an error.

            The rows about PostgreSQL need a server on which databases may be made, and make and remove their own there. \
            `Scripts/postgres run` starts one and names it in GRANARY_TEST_POSTGRESQL. Without a server they are left out.
            """)

    @Option(help: "How many rows the stores hold.")
    var rows = 100_000

    @Option(help: "How many rounds count; one more is done before them.")
    var rounds = 5

    @Option(help: "Only the rows of the table whose name contains this.")
    var only: String?

    @Option(
        help: "Only the stores of this engine: \(Engine.allCases.map(\.rawValue).joined(separator: ", ")).")
    var on: Engine?

    @Option(help: "The directory for the stores.")
    var directory = "/tmp"

    @Option(help: "The URL of a PostgreSQL server; that in GRANARY_TEST_POSTGRESQL unless given.")
    var url: String?

    @Flag(
        help: """
            Count time on a processor instead of time that passes, for machines with other work to do; not for PostgreSQL, \
            whose processes do most of the work.
            """)
    var processorTime = false

    @Flag(help: "Leave out what is measured in processes of their own: memory.")
    var skipMemory = false

    @Flag(help: "Print Markdown.")
    var markdown = false

    func validate() throws {
        if rows < 1_000 { throw ValidationError("--rows must be at least 1000.") }
        if rounds < 1 { throw ValidationError("--rounds must be at least 1.") }
    }

    func run() async throws {
        let server = url ?? ProcessInfo.processInfo.environment["GRANARY_TEST_POSTGRESQL"]
        let engines = Engine.allCases.filter { (on ?? $0) == $0 && (server != nil || !$0.isServer) }
        if engines.isEmpty {
            throw ValidationError(
                "There is no server: give --url, or run `Scripts/postgres run granary-benchmarks lifetime`.")
        }
        let chosen = LifetimeRow.all.filter { row in
            engines.contains(row.engine) && (only.map(row.name.contains) ?? true)
        }
        if chosen.isEmpty { throw ValidationError("No row has such a name.") }
        let report = Report(isMarkdown: markdown)
        report.begin(rows: rows, rounds: rounds, usesProcessorTime: processorTime)
        let stores = try TicketStores(in: directory, server: server)
        defer { stores.remove() }
        try await printTimes(chosen, stores, report)
        if !skipMemory { try await printMemory(engines, stores, report) }
        if server == nil, on == nil {
            print(
                "PostgreSQL is left out: there is no server. `Scripts/postgres run` starts one for a command."
            )
        }
    }

    private func printTimes(_ chosen: [LifetimeRow], _ stores: TicketStores, _ report: Report) async throws {
        var table = Table(header: [
            "event", "on", "against", "that takes", "it takes", "ratio", "limit", "holds",
        ])
        for row in chosen {
            report.progress("\(row.name), \(row.engine.title)")
            let times = try await row.measure(
                rows: rows, rounds: rounds, in: stores, usesProcessorTime: processorTime)
            let (base, judged) = (median(times.map(\.0)), median(times.map(\.1)))
            let ratio = median(times.map { $0.1 / max($0.0, 1) })
            let (limit, holds) =
                switch row.limit {
                case .ratio(let limit): (String(format: "≤ %.2f", limit), ratio <= limit ? "yes" : "no")
                case .added(let limit):
                    (
                        String(format: "+ %.2f ms", limit / 1_000_000),
                        median(times.map { $0.1 - $0.0 }) <= limit ? "yes" : "no"
                    )
                case nil: ("", "")
                }
            table.add([
                row.name, row.engine.title, row.yardstick, text(base), text(judged),
                String(format: "%.2f", ratio), limit, holds,
            ])
        }
        report.show(table)
    }

    /// How much memory a migration with code takes above the start, in the process that migrates.
    private func printMemory(_ engines: [Engine], _ stores: TicketStores, _ report: Report) async throws {
        var table = Table(header: [
            "peak above the start, MiB", "on", "it takes", "limit", "holds", "with mapped files",
        ])
        for engine in engines {
            report.progress("memory, \(engine.title)")
            let (bytes, resident) = try await MeasureLifetimePeak.measure(engine, rows: rows, in: stores)
            table.add([
                "a migration with code, \(rows) rows", engine.title,
                String(format: "%.2f", Double(bytes) / 1_048_576), "≤ 64.00",
                bytes <= 64 << 20 ? "yes" : "no", String(format: "%.2f", Double(resident) / 1_048_576),
            ])
        }
        report.show(table)
    }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        if sorted.isEmpty { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    private func text(_ time: Double) -> String { String(format: "%.2f ms", time / 1_000_000) }
}

extension Engine: ExpressibleByArgument {}
