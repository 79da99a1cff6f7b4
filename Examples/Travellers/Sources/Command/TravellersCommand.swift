import ArgumentParser

/// The program `travellers`.
package enum TravellersProgram {
    /// Carries out the command line, and ends the process if that fails.
    package static func main() async { await TravellersCommand.main() }

    /// What to do about a program that was built without its server.
    static let needsTrait =
        "This program speaks HTTP. Build it with the trait: swift run --traits HTTP travellers demo"

    /// The same for what runs as a service.
    static let needsTraits =
        "This is a service that speaks HTTP. Build it with both traits: swift run --traits HTTP,Services travellers serve"
}

/// The command line of the program.
struct TravellersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "travellers",
        abstract: "Has several travellers, each with stores of their own beside shared ones.",
        subcommands: [DemoCommand.self, ServeCommand.self, SwitchCommand.self])
}

/// Where the program keeps what.
struct TravelOptions: ParsableArguments {
    @Option(help: "The configuration file of the stores.")
    var config = "Examples/Travellers/granary.yaml"
}
