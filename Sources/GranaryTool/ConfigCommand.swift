import ArgumentParser

/// Groups what works on configuration files.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Works on configuration files.",
        subcommands: [ConfigValidateCommand.self])
}
