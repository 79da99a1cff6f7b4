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
            that does not hold is reported, it is not an error. Memory is measured in processes of their own.

            The rows about lists from servers need the trait HTTP of this package, whose packages take minutes to build: \
            `make bench TRAITS=HTTP ARGS=sync`, or `swift run -c release --package-path Benchmarks --scratch-path \
            Benchmarks/.build/traits --traits HTTP granary-benchmarks sync`. Without it they are left out. Client and \
            server are one process, so that processor time counts both.
            """)

    @OptionGroup var options: RatioOptions

    @Flag(help: "Leave out what is measured in processes of their own: memory.")
    var skipMemory = false

    func run() async throws {
        let chosen = SyncRow.all.filter { options.want($0.name) }
        let wantsMemory = !skipMemory && options.want(Self.memory)
        if chosen.isEmpty && !wantsMemory {
            throw ValidationError("No row has such a name.\(SyncRow.hasPages ? "" : " \(Self.leftOut)")")
        }
        if !chosen.isEmpty { try await printTimes(chosen) }
        if wantsMemory { try await printMemory() }
        if !SyncRow.hasPages, options.only == nil { print("\n\(Self.leftOut)") }
    }

    private static let leftOut =
        "The rows about lists from servers are left out: they need the trait HTTP, as `help sync` says."

    // MARK: Times

    private func printTimes(_ chosen: [SyncRow]) async throws {
        var table = Table(header: ["work", "against", "that takes", "it takes", "ratio", "limit"])
        var exceeded: [String] = []
        for row in chosen {
            let (base, judged) = try await options.medians(row.name) {
                try await row.measure(judged: $0, size: options.rows, in: options.directory)
            }
            let ratio = judged / max(base, 1)
            table.add([
                row.name, row.yardstick, text(base), text(judged), String(format: "%.2f", ratio),
                String(format: "%.2f", row.limit),
            ])
            if ratio > row.limit { exceeded.append("\(row.name): \(String(format: "%.2f", ratio))") }
        }
        options.show(table, exceeded: exceeded)
    }

    private func text(_ time: Double) -> String { String(format: "%.2f ms", time / 1_000_000) }

    // MARK: Memory

    private static let memory = "memory of opening, 10,000 wait"
    /// How much more memory opening may take than without waiting writes.
    private static let memoryLimit = 4 << 20

    private func printMemory() async throws {
        let (base, judged) = try await MeasureSyncingPeak.measure(
            rounds: options.rounds, in: options.directory)
        let added = judged.resident - base.resident
        var table = Table(header: [
            "peak above the start, MiB", "against", "that takes", "it takes", "more", "limit",
        ])
        table.add([
            Self.memory, "none waits", mebibytes(base.resident), mebibytes(judged.resident),
            mebibytes(added), mebibytes(Self.memoryLimit),
        ])
        table.add([
            "the same without mapped files", "none waits", mebibytes(base.ofNoFile),
            mebibytes(judged.ofNoFile), mebibytes(judged.ofNoFile - base.ofNoFile), "",
        ])
        print()
        options.show(
            table,
            exceeded: added > Self.memoryLimit ? ["\(Self.memory): \(mebibytes(added)) MiB more"] : [])
    }

    private func mebibytes(_ bytes: Int) -> String { String(format: "%.2f", Double(bytes) / 1_048_576) }
}
