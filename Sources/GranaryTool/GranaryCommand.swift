import ArgumentParser
import Granary

/// The command-line tool.
@main struct GranaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "granary",
        abstract: "Looks at the stores of Granary and at configurations.",
        version: GranaryVersion.current,
        subcommands: [BackendsCommand.self, ConfigCommand.self])
}
