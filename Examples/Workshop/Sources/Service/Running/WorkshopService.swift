import FoundationEssentials
package import Granary
import GranaryAccounts
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite
import GranaryService
import Hummingbird
package import Logging
import ServiceLifecycle
import WorkshopModels

/// The service of the workshop: its stores, its plan, and its web server.
package struct WorkshopService: Service {
    /// Where the stores are described.
    private let configuration: any ConfigurationSource
    /// Where the server listens; 0 is a free port.
    private let port: Int
    /// How many bicycles fit in a day.
    private let stands: Int
    private let logger: Logger
    private let tally: Tally
    private let isListening: @Sendable (Int) -> Void

    /// Makes the service, which does nothing until it runs.
    ///
    /// - Parameters:
    ///   - configuration: describes the stores.
    ///   - port: the port on the loopback interface; 0 is a free one.
    ///   - stands: how many bicycles fit in a day that nobody has planned yet.
    ///   - logger: gets the lines of the stores and of the server.
    ///   - tally: gets the metrics of the stores.
    ///   - isListening: is told the port once requests can come.
    package init(
        _ configuration: any ConfigurationSource, port: Int, stands: Int = 4, logger: Logger, tally: Tally,
        isListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.port = port
        self.stands = stands
        self.logger = logger
        self.tally = tally
        self.isListening = isListening
    }

    /// Opens the stores, plans, and serves until the shutdown; requests under way are answered, then the stores close.
    ///
    /// - Throws: errors of opening, of the server, and of closing.
    package func run() async throws {
        let service = StackService {
            try await PersistentStack.open(
                WorkshopSchema.make(), configuration: configuration,
                backends: [.memory, .sqlite, .postgresql],
                telemetry: Telemetry(logger: logger, metrics: tally))
        } modules: { stack in
            Modules {
                Planner(first: Date(), days: 14, stands: stands)
                ServiceModule(needs: [Planner.self]) { _ in server(over: stack) }
            }
        }
        try await service.run()
    }

    /// The web server.
    private func server(over stack: PersistentStack) -> some Service {
        let router = Router()
        router.add(middleware: LogRequestsMiddleware(.debug))
        router.add(middleware: MetricsMiddleware())
        router.add(middleware: ErrorAnswers())
        let desk = BookingDesk(stack)
        Pages(desk: desk).add(to: router)
        Board(desk: desk).add(to: router)
        Monitoring(stack: stack, tally: tally).add(to: router)
        let isListening = isListening
        return Application(
            router: router,
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port), serverName: "workshop",
                // What waits for a stack has no limit, so requests are limited before they reach it.
                availableConnectionsDelegate: .maximum(500, logger: logger)),
            onServerRunning: { isListening($0.localAddress?.port ?? 0) }, logger: logger)
    }
}
