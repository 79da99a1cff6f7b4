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

    @Option(help: "The directory for the stores; it should be on the device that is of interest.")
    var directory = "/tmp"

    @Flag(help: "Count time on a processor instead of time that passes, for machines with other work to do.")
    var processorTime = false

    @Flag(help: "Print Markdown.")
    var markdown = false

    /// What is measured, with the largest ratio to the loop that is wanted, where there is one.
    private static let limits: [(exercise: Exercise, limit: Double?)] = [
        (.insert, 1.4), (.fetch, 1.4), (.object, 1.6), (.filter, nil), (.update, nil),
    ]

    func run() async throws {
        let plan = Plan(
            workload: Workload(rows: max(rows, 100)), exercises: Self.limits.map(\.exercise), rounds: rounds,
            usesProcessorTime: processorTime)
        Report(isMarkdown: markdown).begin(plan)
        let folder = URL(filePath: directory).appending(path: "granary-leveldb-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let stores = (
            empty: folder.appending(path: "empty.leveldb"), full: folder.appending(path: "full.leveldb")
        )
        try await GranaryContender.create(stores.empty.path, .uuid, filledWith: nil)
        try await GranaryContender.create(stores.full.path, .uuid, filledWith: plan.workload)
        var table = Table(header: ["operation", "C API loop, ns a step", "Granary", "limit", "holds"])
        for (exercise, limit) in Self.limits {
            let figures = try await measure(
                exercise, plan, exercise == .insert ? stores.empty : stores.full, folder)
            let (time, ratio) = (figures.time(0, plan.workload) ?? 0, figures.ratio(1) ?? 0)
            table.add([
                exercise.title, String(format: "%.0f", time), String(format: "%.2f", ratio),
                limit.map { String(format: "≤ %.2f", $0) } ?? "",
                limit.map { ratio <= $0 ? "yes" : "no" } ?? "",
            ])
        }
        print(markdown ? table.markdown : table.text)
    }

    /// Each contender in turn on a new copy, beginning with another one each time.
    private func measure(
        _ exercise: Exercise, _ plan: Plan, _ store: URL, _ folder: URL
    ) async throws -> Figures {
        let contenders = [LevelDBLoop.contender, GranaryContender.contender(.uuid)]
        var figures = Figures(exercise: exercise, names: contenders.map(\.name))
        for round in 0...plan.rounds {
            var outcomes: [Outcome?] = [nil, nil]
            for turn in contenders.indices {
                let index = (round + turn) % contenders.count
                let copy = folder.appending(path: "copy.leveldb")
                try FileManager.default.copyItem(at: store, to: copy)
                let session = try await contenders[index].open(copy.path, plan.workload)
                outcomes[index] = try await session.run(exercise)
                try await session.close()
                try FileManager.default.removeItem(at: copy)
            }
            if Set(outcomes.compactMap { $0?.checksum }).count != 1 {
                throw WorkloadError("\(exercise.rawValue): not the same work")
            }
            // The first round warms caches and does not count.
            if round > 0 { figures.add(outcomes, plan.clock) }
        }
        return figures
    }
}
