import ArgumentParser
import Granary

/// Brings stores to the program's models.
struct MigrateCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "migrate",
            abstract: "Brings stores to the program's models.",
            discussion: """
                It looks at every store first and changes none of them where one is \
                refused. What the configuration says of stores that do not fit \
                (onIncompatible) does not count here. Data that a step would lose needs \
                consent, and is put aside first. A store that does not exist is not made.

                A dry run ends with 2 when stores would be migrated; refused stores end \
                any form with 3, errors with 1. A migration that is killed leaves a store \
                as it was, or goes on where it was.
                """)
    }

    @Argument(help: "The names of configurations; all of them unless given.")
    var stores: [String] = []

    @Flag(help: "Only say what would be done.")
    var dryRun = false

    @Flag(help: "Do it on a copy of each store, which is removed.")
    var rehearse = false

    @Option(help: "A step that may lose data, in the words of the plan; repeatable.")
    var consent: [String] = []

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if dryRun && rehearse {
            throw ValidationError("A dry run changes nothing and a rehearsal works on copies; choose one.")
        }
    }

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let schema = try Program.requiredSchema(
            for: "migrate",
            instead: "what would be done is shown by “schema diff STORE NAME.json” for a recorded schema.")
        let setup = try await ToolSetup.read(Program.self, options)
        let migration = StoreMigration(
            schema: schema, stores: try setup.stores(named: stores), consents: consent,
            progress: Progress(screen: screen))
        let reports = try await migration.run(dryRun ? .foresee : rehearse ? .rehearse : .migrate)
        let ending = reports.map(\.ending).max() ?? .done
        return ToolAnswer(
            text: MigrationListing(reports: reports, width: screen.width).text,
            document: MigrateDocument(fingerprint: schema.fingerprint, stores: reports), ending: ending,
            complaint: Self.complaint(reports))
    }

    private static func complaint(_ reports: [MigrationReport]) -> String? {
        let refused = reports.count { $0.state == .refused }
        let failed = reports.count { $0.state == .failed }
        if failed > 0 { return "\(failed) of \(reports.count) stores failed." }
        return refused > 0 ? "\(refused) of \(reports.count) stores cannot follow." : nil
    }
}

/// The document that `migrate --json` prints.
struct MigrateDocument: Codable, Sendable, Equatable {
    /// The version of the program's models.
    var fingerprint: String
    var stores: [MigrationReport]
}
