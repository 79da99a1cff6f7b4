package import ArgumentParser
import Granary

/// The command-line tool.
package struct GranaryCommand: AsyncParsableCommand {
    /// The tool's name, version and commands.
    package static let configuration = CommandConfiguration(
        commandName: "granary",
        abstract: "Looks at the stores of Granary and at configurations.",
        version: GranaryVersion.current,
        subcommands: [BackendsCommand.self, ConfigCommand.self])

    /// Makes the command; the parser fills it in.
    package init() {}
}
