public import ArgumentParser

/// Which configuration a command works with.
///
/// A program with its own commands has them too, so that its commands and the tool's take the same options, before or
/// after their names:
///
/// ```swift
/// struct Server: AsyncParsableCommand {
///     static let configuration = CommandConfiguration(
///         subcommands: [Serve.self] + StoreTool<Library>.configuration.subcommands)
///     @OptionGroup var options: ConfigurationOptions
/// }
/// ```
public struct ConfigurationOptions: ParsableArguments {
    /// The path of the configuration file; `nil` for that of the program.
    @Option(
        help: "The configuration file; else that of the program, which is granary.yaml.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    public var config: String?

    /// The environment whose overlay next to the file applies.
    @Option(help: "The environment whose overlay beside the file applies.")
    public var environment: String?

    /// Makes the options; the parser fills them in.
    public init() {}
}
