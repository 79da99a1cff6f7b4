import ArgumentParser
import Granary
import Logging
import Metrics
import ServiceLifecycle
import UnixSignals
import Workshop

/// The command line of the service.
@main struct WorkshopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workshop",
        abstract: "Takes bookings of a workshop that repairs bicycles, on loopback, until SIGTERM or SIGINT.")

    @Option(help: "The configuration file of the stores.")
    var config = "granary.yaml"

    @Option(help: "The port on 127.0.0.1; 0 is a free one.")
    var port = 8_080

    @Option(help: "How many bicycles fit in a day that has no plan yet.")
    var stands = 4

    @Option(help: "The least level of the log: debug, info, notice, warning or error.")
    var log = "info"

    func run() async throws {
        let tally = Tally()
        MetricsSystem.bootstrap(tally)
        let logger = self.logger
        let service = WorkshopService(
            FileConfigurationSource(path: config, arguments: []), port: port, stands: stands, logger: logger,
            tally: tally
        ) { logger.notice("listening at http://127.0.0.1:\($0)") }
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    private var logger: Logger {
        var logger = Logger(label: "workshop")
        logger.logLevel = Logger.Level(rawValue: log) ?? .info
        return logger
    }
}
