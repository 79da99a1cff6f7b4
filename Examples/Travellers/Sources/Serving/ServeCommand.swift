import ArgumentParser
import Flights

#if HTTP && Services
    import ServiceLifecycle
    import UnixSignals
#endif

/// Serves many travellers in one process, until it gets a signal.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves many travellers over HTTP on loopback, until SIGTERM or SIGINT.")

    @OptionGroup var options: TravelOptions

    @Option(help: "How many days of January are imported.")
    var days = 31

    @Option(help: "The port on 127.0.0.1; 0 is a free one.")
    var port: UInt16 = 8_080

    func run() async throws {
        #if HTTP && Services
            let service = TravellersProgram.service(
                options.config, folder: try .january(), days: days, port: port
            ) { line in
                // Nobody reads it any more.
                try? Console.show(line)
            }
            let group = ServiceGroup(
                services: [service], gracefulShutdownSignals: [.sigterm, .sigint])
            try await group.run()
        #else
            throw ValidationError(TravellersProgram.needsTraits)
        #endif
    }
}
