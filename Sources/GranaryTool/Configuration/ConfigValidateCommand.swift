import ArgumentParser
import Granary

/// Validates a configuration file and prints the stores it would open.
struct ConfigValidateCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "validate",
            abstract: "Checks a configuration file and prints the stores it would open.",
            discussion: """
                Environment variables (GRANARY_…) and the overlay of the environment are \
                taken into account, as in a program. Nothing is opened, and secrets are \
                not shown. A program's own tool also checks that every model has a store. \
                The exit code is 1 when something is wrong.
                """)
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
        return ToolAnswer(
            text: "\(setup.path ?? "The configuration") is valid.\n\n\(listing.stores(width: screen.width))",
            document: ValidationDocument(path: setup.path, isValid: true, configuration: listing.document))
    }
}

/// The document that `config validate --json` prints of a valid configuration.
struct ValidationDocument: Codable, Sendable, Equatable {
    var path: String?
    var isValid: Bool
    var configuration: ConfigurationDocument
}
