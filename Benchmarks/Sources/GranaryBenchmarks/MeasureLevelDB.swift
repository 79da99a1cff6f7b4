internal import ArgumentParser
internal import Foundation
internal import GranaryContender
internal import LevelDBLoop
internal import Workload

/// Measures Granary's LevelDB backend against hand-written loops over LevelDB's C interface.
///
/// Both have the same options and work on copies of the same stores: the same keys, records and indexes.
struct MeasureLevelDB: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leveldb",
        abstract: "Measure the LevelDB backend against a loop on LevelDB's C interface.")

    @Option(help: "How many players there are.")
    var rows = 100_000

    @Option(help: "How many rounds count; one more is done before them.")
    var rounds = 5

    @Option(help: "The operations to measure, with commas; all unless given.", transform: Exercise.list)
    var only = Exercise.allCases

    @Option(help: "The directory for the stores; it should be on the device that is of interest.")
    var directory = "/tmp"

    @Option(help: "Let only the contender with this name work, for profiling it.")
    var alone: String?

    @Flag(help: "Count time on a processor instead of time that passes, for machines with other work to do.")
    var processorTime = false

    @Flag(help: "Print Markdown.")
    var markdown = false

    private static let contenders = [LevelDBLoop.contender, GranaryContender.contender(.uuid)]

    func validate() throws {
        if rows < 100 { throw ValidationError("--rows must be at least 100.") }
        if rounds < 1 { throw ValidationError("--rounds must be at least 1.") }
        if let alone, !Self.contenders.contains(where: { $0.name == alone }) {
            let names = Self.contenders.map { "“\($0.name)”" }.joined(separator: ", ")
            throw ValidationError("There is no contender “\(alone)”; there are: \(names).")
        }
    }

    func run() async throws {
        let plan = Plan(
            workload: Workload(rows: rows), exercises: only, rounds: rounds, usesProcessorTime: processorTime)
        let report = Report(isMarkdown: markdown)
        report.begin(plan)
        let files = try await StoreFiles(in: directory, .uuid, plan.workload, ending: "leveldb")
        defer { files.remove() }
        let contenders = Self.contenders.filter { alone == nil || $0.name == alone }
        let figures = try await Rounds(plan, contenders, files).measure(progress: report.progress)
        print(markdown ? table(figures, plan).markdown : table(figures, plan).text)
    }

    private func table(_ figures: [Figures], _ plan: Plan) -> Table {
        let names = figures.first?.names ?? []
        var table = Table(
            header: ["operation", "\(names.first ?? ""), ns a step"] + names.dropFirst() + ["limit", "holds"])
        for row in figures {
            let time = row.time(0, plan.workload).map { String(format: "%.0f", $0) } ?? "–"
            let ratio = row.ratio(1)
            let limit = names.count > 1 ? row.exercise.levelDBLimit : nil
            table.add(
                [row.exercise.title, time]
                    + names.dropFirst().map { _ in ratio.map { String(format: "%.2f", $0) } ?? "–" } + [
                        limit.map { String(format: "≤ %.2f", $0) } ?? "",
                        limit.map { (ratio ?? .infinity) <= $0 ? "yes" : "no" } ?? "",
                    ])
        }
        return table
    }
}

extension Exercise {
    /// The largest ratio to the loop that is wanted on LevelDB.
    fileprivate var levelDBLimit: Double? {
        switch self {
        case .insert, .fetch: 1.4
        case .object: 1.6
        case .update, .updateIndexed, .delete, .walk: 1.5
        case .filter, .identity, .hit, .count, .aggregate, .unit, .save: nil
        }
    }
}
