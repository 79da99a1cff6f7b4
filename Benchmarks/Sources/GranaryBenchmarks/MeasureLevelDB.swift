internal import ArgumentParser
internal import GranaryContender
internal import LevelDBLoop
internal import Workload

/// Measures Granary's LevelDB backend against hand-written loops over LevelDB's C interface.
///
/// Both have the same options and work on copies of the same stores: the same keys, records and indexes.
struct MeasureLevelDB: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leveldb",
        abstract: "Measure the LevelDB backend against a loop on LevelDB's C interface, with 16-byte keys.")

    @Option(help: "The directory for the stores; it should be on the device that is of interest.")
    var directory = "/tmp"

    @OptionGroup var choice: ContestOptions

    /// The exercises, each with the largest wanted ratio to the loop, where there is one.
    private static let limits: [(exercise: Exercise, limit: Double?)] = [
        (.insert, 1.4), (.fetch, 1.4), (.filter, nil), (.object, 1.6), (.identity, nil), (.hit, nil),
        (.update, 1.5), (.updateIndexed, 1.5), (.delete, 1.5), (.walk, 1.5), (.count, nil), (.aggregate, nil),
        (.unit, nil), (.save, nil),
    ]

    func validate() throws {
        if choice.keys == .integer {
            throw ValidationError("The loop on LevelDB knows 16-byte keys only: leave --keys out.")
        }
    }

    func run() async throws {
        let contenders = try choice.chosen([LevelDBLoop.contender, GranaryContender.contender(.uuid)])
        let (plan, report) = choice.begin(Self.limits.map(\.exercise))
        let files = try await StoreFiles(in: directory, .uuid, plan.workload, ending: "leveldb")
        defer { files.remove() }
        let figures = try await Rounds(plan, contenders, files).measure(progress: report.progress)
        report.print(figures, limits: Self.limits, title: "LevelDB, 16-byte keys", plan.workload)
    }
}
