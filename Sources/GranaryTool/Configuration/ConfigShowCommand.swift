import ArgumentParser

/// Prints a configuration with all overrides applied.
struct ConfigShowCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "show",
            abstract: "Prints stores, options and settings of a configuration.",
            discussion:
                "The values are those in effect: overlays and the environment count. Secrets are not shown.")
    }

    @Argument(
        help: "The configuration file: .yaml, .yml or .json; else that of the program.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var file: String?

    @Option(help: "The environment whose overlay beside the file applies.")
    var environment: String?

    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let setup = try await ToolSetup.read(Program.self, file: file, environment: environment)
        let listing = try setup.listing()
        return ToolAnswer(text: listing.text, document: listing.document)
    }
}
