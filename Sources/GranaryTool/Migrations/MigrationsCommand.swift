import ArgumentParser
import Granary

/// Lists migrations, the versions that stores hold, and the copies that migrations have put aside.
struct MigrationsCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "migrations",
            abstract: "Lists migrations, versions of stores, and what was put aside.",
            discussion: """
                For each store: the version that it holds, the migrations of the program \
                that concern it, and the copies that were kept before data was given up. \
                A copy stays until it is dropped by name.
                """)
    }

    @Argument(help: "The names of configurations; all of them unless given.")
    var stores: [String] = []

    @Option(help: "The name of a copy that was put aside, which is deleted.")
    var drop: String?

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let setup = try await ToolSetup.read(Program.self, options)
        let stores = try setup.stores(named: stores)
        let dropped = try drop.map { try KeptCopies(stores: stores).drop($0) }
        var reports: [StoreHistory] = []
        for store in stores where store.backend.capabilities.contains(.persistent) {
            reports.append(
                try await Progress(screen: screen).during("Looking at \(store.label)") {
                    StoreHistory(store, schema: setup.schema)
                })
        }
        let document = MigrationsDocument(
            fingerprint: setup.schema?.fingerprint, stores: reports, dropped: dropped)
        let failed = reports.count { $0.error != nil }
        return ToolAnswer(
            text: HistoryListing(document: document, width: screen.width).text, document: document,
            ending: failed == 0 ? .done : .failed,
            complaint: failed == 0 ? nil : "\(failed) of \(reports.count) stores cannot be looked at.")
    }
}
