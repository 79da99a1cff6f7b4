internal import ArgumentParser
internal import Foundation
internal import GranaryContender
internal import PostgreSQLLoop
internal import Workload

/// Measures Granary's PostgreSQL backend against hand-written loops over libpq.
struct MeasurePostgreSQL: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "postgresql",
        abstract: "Measure the PostgreSQL backend against a loop on libpq.",
        discussion: """
            Needs a server on which databases may be made, and makes and removes its own there. `Scripts/postgres run` \
            starts one and names it in GRANARY_TEST_POSTGRESQL.
            """)

    @Option(help: "The URL of a server; that in GRANARY_TEST_POSTGRESQL unless given.")
    var url: String?

    @OptionGroup var choice: ContestOptions

    /// The exercises, each with the largest wanted ratio to the loop, where there is one.
    private static let limits: [(exercise: Exercise, limit: Double?)] = [
        (.insert, 1.25), (.fetch, 1.3), (.update, 1.3), (.walk, 1.0), (.filter, nil), (.delete, nil),
    ]

    func run() async throws {
        guard let url = url ?? ProcessInfo.processInfo.environment["GRANARY_TEST_POSTGRESQL"] else {
            throw ValidationError(
                "There is no server: give --url, or run `Scripts/postgres run granary-benchmarks postgresql`."
            )
        }
        let (plan, report) = choice.begin(Self.limits.map(\.exercise))
        for keys in choice.kinds {
            let databases = try await ServerDatabases(on: url, keys, plan.workload)
            defer { databases.remove() }
            let contenders = [PostgreSQLLoop.contender(keys), GranaryContender.contender(keys)]
            let figures = try await Rounds(plan, try choice.chosen(contenders), databases).measure(
                progress: report.progress)
            report.print(
                figures, limits: Self.limits, title: "PostgreSQL, \(keys.title.lowercased())", plan.workload)
        }
    }
}
