import ArgumentParser

/// The program `board`.
package enum BoardProgram {
    /// Carries out the command line, and ends the process if that fails.
    package static func main() async { await BoardCommand.main() }
}

/// The command line of the program.
struct BoardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board",
        abstract: "Shows the departures of an airport, and follows what is saved.",
        discussion: """
            The flights are those of January 2013 from New York: EWR, JFK and LGA. A configuration file decides which \
            store holds them; in an SQLite file or in PostgreSQL, several of these programs follow each other.
            """,
        subcommands: [
            ShowCommand.self, DelayCommand.self, EditCommand.self, ReconcileCommand.self, ResetCommand.self,
        ])
}
