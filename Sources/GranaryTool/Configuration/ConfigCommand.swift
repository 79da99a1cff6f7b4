import ArgumentParser

/// Groups the commands for configurations.
struct ConfigCommand<Program: ToolProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "config",
            abstract: "Works on configuration files.",
            subcommands: [ConfigValidateCommand<Program>.self, ConfigShowCommand<Program>.self])
    }
}
