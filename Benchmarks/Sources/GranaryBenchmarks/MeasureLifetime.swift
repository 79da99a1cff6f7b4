public import ArgumentParser
internal import Foundation
public import Lifetime
internal import Workload

/// Measures what happens to a store as its models change, against the engines' own means.
struct MeasureLifetime: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lifetime",
        abstract: "Measure opening, migrations and backfills against the engines' own means.",
        discussion: """
            Both sides of a row work in turns, each on a copy of its own of one store. Times and ratios are medians of \
            the rounds; a limit that does not hold is reported, it is not an error.
            """)

    @Option(help: "How many rows the stores hold.")
    var rows = 100_000

    @Option(help: "How many rounds count; one more is done before them.")
    var rounds = 5

    @Option(help: "Only the rows of the table whose name contains this.")
    var only: String?

    @Option(help: "The directory for the stores.")
    var directory = "/tmp"

    @Flag(help: "Count time on a processor instead of time that passes, for machines with other work to do.")
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
        let chosen = LifetimeRow.all.filter { only.map($0.name.contains) ?? true }
        if chosen.isEmpty { throw ValidationError("No row has such a name.") }
        var table = Table(header: [
            "event", "on", "against", "that takes", "it takes", "ratio", "limit", "holds",
        ])
        for row in chosen {
            let times = try await row.measure(
                rows: rows, rounds: rounds, in: directory, usesProcessorTime: processorTime)
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
        print(markdown ? table.markdown : table.text)
        if !skipMemory { try await printMemory() }
    }

    /// How much memory a migration with code takes above the start.
    private func printMemory() async throws {
        var table = Table(header: ["peak above the start, MiB", "on", "it takes", "limit", "holds"])
        for engine in Engine.allCases {
            let bytes = try await MeasureLifetimePeak.measure(engine, rows: rows, in: directory)
            table.add([
                "a migration with code, \(rows) rows", engine.title,
                String(format: "%.2f", Double(bytes) / 1_048_576), "≤ 64.00",
                bytes <= 64 << 20 ? "yes" : "no",
            ])
        }
        print("\n" + (markdown ? table.markdown : table.text))
    }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        if sorted.isEmpty { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    private func text(_ time: Double) -> String { String(format: "%.2f ms", time / 1_000_000) }
}

/// Carries out a migration with code in a process of its own and prints by how many bytes its memory grew at most.
struct MeasureLifetimePeak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lifetime-peak", abstract: "Measure the memory of a migration; used by `lifetime`.",
        shouldDisplay: false)

    @Argument var engine: Engine
    @Argument(help: "The directory of the store.") var directory: String

    func run() async throws {
        let start = Start()
        try await CodedMigrationMemory.migrate(engine, in: directory) {
            start.bytes = try ProcessMemory.begin()
        }
        print(try ProcessMemory.peak() - start.bytes)
    }

    /// What is resident when the migration begins.
    private final class Start { var bytes = 0 }

    /// Makes a store, and migrates it in another process; the bytes by which that grew.
    static func measure(_ engine: Engine, rows: Int, in parent: String) async throws -> Int {
        let place = "\(parent)/granary-lifetime-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: "\(place)/store", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        try await CodedMigrationMemory.prepare(engine, rows: rows, in: "\(place)/store")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["lifetime-peak", engine.rawValue, "\(place)/store"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0,
            let bytes = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { throw WorkloadError("measuring the memory of a migration failed: \(engine.title)") }
        return bytes
    }
}

extension Engine: ExpressibleByArgument {}
