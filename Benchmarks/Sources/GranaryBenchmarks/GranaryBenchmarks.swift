public import ArgumentParser
public import Workload

/// Measures Granary against a hand-written loop and GRDB, in one run on one machine.
@main
struct GranaryBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "granary-benchmarks",
        abstract: "Measures Granary against a hand-written loop on SQLite's C interface and against GRDB.",
        discussion: """
            Every figure is the median of interleaved rounds; ratios are to the loop in the same round. Limits are \
            printed beside the ratios; a limit that does not hold is reported, it is not an error.
            """,
        subcommands: [
            Measure.self, MeasurePeak.self, MeasureLevelDB.self, MeasurePostgreSQL.self,
            MeasureMemoryStore.self, MeasureGrowth.self, MeasureObservation.self, MeasureReconciling.self,
            MeasureSyncing.self, MeasureSyncingPeak.self, MeasureAccounts.self, MeasureAccountsMemory.self,
            MeasureLifetime.self, MeasureLifetimePeak.self, MeasureQueries.self,
        ], defaultSubcommand: Measure.self)
}

/// Measures times and memory, and prints tables.
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Measure times and memory (what happens without a subcommand).")

    @Option(help: "How many players there are.")
    var rows = 100_000

    @Option(
        help:
            "The kind of key: \(KeyKind.allCases.map(\.rawValue).joined(separator: " or ")); both unless given."
    )
    var keys: KeyKind?

    @Option(help: "How many rounds count; one more is done before them.")
    var rounds = 5

    @Option(
        help: "The operations to measure, with commas; all unless given: \(Self.names)",
        transform: { try Exercise.list($0) })
    var only = Exercise.allCases

    @Option(help: "The directory for the database files; it should be on the device that is of interest.")
    var directory = "/tmp"

    @Option(help: "Let only the contender with this name work, for profiling it.")
    var alone: String?

    @Flag(help: "A tenth of the rows and three rounds, to see that everything works.")
    var quick = false

    @Flag(help: "Leave out what is measured in processes of their own: memory.")
    var skipMemory = false

    @Flag(help: "Leave out the second table, in which each library has its own defaults.")
    var skipDefaults = false

    @Flag(help: "Count time on a processor instead of time that passes, for machines with other work to do.")
    var processorTime = false

    @Flag(help: "Print Markdown.")
    var markdown = false

    private static var names: String { Exercise.allCases.map(\.rawValue).joined(separator: ", ") }

    func validate() throws {
        if rows < 100 { throw ValidationError("--rows must be at least 100.") }
        if let alone, !Field.shared(.integer).contains(where: { $0.name == alone }) {
            let names = Field.shared(.integer).map { "“\($0.name)”" }.joined(separator: ", ")
            throw ValidationError("There is no contender “\(alone)”; there are: \(names).")
        }
        if rounds < 1 { throw ValidationError("--rounds must be at least 1.") }
    }

    func run() async throws {
        let plan = Plan(
            workload: Workload(rows: quick ? max(rows / 10, 100) : rows), exercises: only,
            rounds: quick ? min(rounds, 3) : rounds, usesProcessorTime: processorTime)
        let report = Report(isMarkdown: markdown)
        report.begin(plan)
        for keys in keys.map({ [$0] }) ?? KeyKind.allCases {
            let files = try await StoreFiles(in: directory, keys, plan.workload)
            defer { files.remove() }
            try await measure(keys, plan, files, report)
        }
    }

    private func chosen(_ field: [Contender]) -> [Contender] {
        field.filter { alone == nil || $0.name == alone }
    }

    private func measure(_ keys: KeyKind, _ plan: Plan, _ files: StoreFiles, _ report: Report) async throws {
        let shared = try await Rounds(plan, chosen(Field.shared(keys)), files).measure(
            progress: report.progress)
        report.print(shared, title: "\(keys.title), the same settings for all", plan.workload)
        if alone != nil { return }
        if !skipDefaults {
            let own = try await Rounds(plan, Field.own(keys), files).measure(progress: report.progress)
            report.print(own, title: "\(keys.title), each library at its own defaults", plan.workload)
        }
        if !skipMemory {
            report.print(
                try await MemoryFigures.measure(keys, plan, files), title: "\(keys.title), memory",
                plan.workload)
        }
    }
}

extension KeyKind: ExpressibleByArgument {
    /// The words for a heading.
    var title: String {
        switch self {
        case .integer: "Integer keys"
        case .uuid: "16-byte keys"
        }
    }
}

extension Exercise {
    /// Reads names with commas between them.
    static func list(_ text: String) throws -> [Exercise] {
        try text.split(separator: ",").map { name in
            guard let exercise = Exercise(rawValue: String(name)) else {
                let known = allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("There is no exercise “\(name)”; there are: \(known).")
            }
            return exercise
        }
    }
}
