import ArgumentParser
import Granary

/// Lists the stores of a configuration with their properties.
struct StoresCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "stores",
            abstract: "Lists stores: state, size, version and who has them open.",
            discussion: """
                No store is changed. The state is current, behind (would be migrated), \
                refused, present (without models nothing more is known), absent, memory, \
                unknown or failed. Stores that are named are listed with their files. The \
                exit code is 1 when a store cannot be looked at.
                """)
    }

    @Argument(help: "The names of configurations; all of them unless given.")
    var stores: [String] = []

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let setup = try await ToolSetup.read(Program.self, options)
        let progress = Progress(screen: screen)
        var reports: [StoreReport] = []
        for store in try setup.stores(named: stores) {
            reports.append(
                try await progress.during("Looking at \(store.label)") {
                    StoreReport(store, schema: setup.schema)
                })
        }
        let failed = reports.count { $0.state == .failed }
        return ToolAnswer(
            text: StoreListing(reports: reports, showsFiles: !stores.isEmpty, width: screen.width).text,
            document: StoresDocument(stores: reports), ending: failed == 0 ? .done : .failed,
            complaint: failed == 0 ? nil : "\(failed) of \(reports.count) stores cannot be looked at.")
    }
}

/// The document that `stores --json` prints.
struct StoresDocument: Codable, Sendable, Equatable {
    var stores: [StoreReport]
}
