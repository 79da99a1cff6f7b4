import ArgumentParser
import Flights
import FoundationEssentials

/// Shows everything in turn.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Shows guest, adoption, switching, purging, a lost network, a kill, forgetting.")

    @OptionGroup var options: TravelOptions

    @Option(help: "How many days of January are imported.")
    var days = 31

    func run() async throws {
        #if HTTP
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            try await TravellersProgram.demo(
                options.config, folder: .january(), days: days, program: program
            ) { print($0) }
        #else
            throw ValidationError(TravellersProgram.needsTrait)
        #endif
    }
}
