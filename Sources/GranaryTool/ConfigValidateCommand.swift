import ArgumentParser
import Granary

/// Validates a configuration file and prints what it would open.
struct ConfigValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Checks a configuration file and prints the stores it would open.",
        discussion: """
            Environment variables (GRANARY_…) and the overlay of the environment are \
            taken into account, as in a program. Nothing is opened, and secrets are \
            not shown. Whether every model has a store is only known to the program. \
            The exit code is 1 when something is wrong.
            """)

    @Argument(help: "The configuration file: .yaml, .yml or .json.", completion: .file())
    var file: String

    @Option(help: "The environment whose overlay beside the file applies.")
    var environment: String?

    func run() async throws {
        let source = FileConfigurationSource(path: file, environment: environment, arguments: [])
        do {
            print(try await Self.report(source, registry: ShippedBackends.registry()))
        } catch let error as GranaryError {
            throw InvalidConfiguration(description: error.message)
        }
    }

    /// What is printed of a valid configuration.
    ///
    /// - Throws: ``GranaryError`` for one that is not valid.
    static func report(_ source: FileConfigurationSource, registry: StoreRegistry) async throws -> String {
        let request = ConfigurationRequest(schema: nil, registry: registry)
        let configuration = try await source.configuration(for: request)
        let listing = try ConfigurationListing(configuration, registry: registry)
        return "\(source.path) is valid.\n\n\(listing.text)"
    }
}

/// What the argument parser prints, after “Error: ”, before it ends the tool with the exit code 1.
struct InvalidConfiguration: Error, CustomStringConvertible {
    let description: String
}
