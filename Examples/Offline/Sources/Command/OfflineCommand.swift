import ArgumentParser

/// The program `offline`.
package enum OfflineProgram {
    /// Carries out the command line, and ends the process if that fails.
    package static func main() async { await OfflineCommand.main() }
}

/// The command line of the program.
struct OfflineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offline",
        abstract: "Reads and saves with a server, without one, and through a kill.",
        subcommands: [DemoCommand.self, NoteCommand.self])
}

/// Where the client keeps its rows.
struct ClientOptions: ParsableArguments {
    @Option(help: "The configuration file of the client's store.")
    var config = "Examples/Offline/granary.yaml"
}
