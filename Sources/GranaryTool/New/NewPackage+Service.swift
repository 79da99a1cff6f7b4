/// The sources of a new web service.
extension NewPackage {
    /// What opens the stores, serves, and closes them.
    var server: String {
        """
        \(imports([name.models, "Granary", "GranaryAccounts", "GranaryService", "Hummingbird", "Logging", "ServiceLifecycle"]))

        /// The service: its stores open before the web server starts, and close after it has stopped.
        public struct NoteServer: Service {
            private let configuration: any ConfigurationSource
            private let backends: [Backend]
            private let port: Int
            private let logger: Logger
            private let isListening: @Sendable (Int) -> Void

            /// Makes a service, which does nothing until it runs.
            ///
            /// The port 0 is a free one; `isListening` is told which, once requests can come.
            public init(
                _ configuration: some ConfigurationSource, backends: [Backend], port: Int, logger: Logger,
                isListening: @escaping @Sendable (Int) -> Void
            ) {
                self.configuration = configuration
                self.backends = backends
                self.port = port
                self.logger = logger
                self.isListening = isListening
            }

            /// Serves until the graceful shutdown of its group: requests under way are answered, then the stores close.
            public func run() async throws {
                let service = StackService {
                    try await PersistentStack.open(
                        makeSchema(), configuration: configuration, backends: backends,
                        telemetry: Telemetry(logger: logger))
                } modules: { stack in
                    Modules { ServiceModule { _ in webServer(over: stack) } }
                }
                try await service.run()
            }

            private func webServer(over stack: PersistentStack) -> some Service {
                let router = Router()
                router.add(middleware: ErrorAnswers())
                NoteRoutes(stack: stack).add(to: router)
                let isListening = isListening
                return Application(
                    router: router,
                    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
                    onServerRunning: { isListening($0.localAddress?.port ?? 0) }, logger: logger)
            }
        }

        """
    }

    /// What the service answers.
    var routes: String {
        """
        import FoundationEssentials
        \(imports([name.models, "Granary", "Hummingbird"]))

        /// The addresses of the service.
        struct NoteRoutes {
            /// A note, as JSON.
            private struct Answer: ResponseEncodable, Sendable {
                let id: UUID
                let title: String
                let made: Date

                init(_ note: Note) { (id, title, made) = (note.id, note.title, note.made) }
            }

            /// What is sent to add a note.
            private struct Entry: Decodable, Sendable {
                let title: String
            }

            /// The longest time that a request waits for the stores.
            private static let limit = Duration.seconds(5)

            let stack: PersistentStack

            /// Adds the addresses to a router.
            func add(to router: Router<BasicRequestContext>) {
                let stack = stack
                // The newest hundred; a page after them takes the cursor of `context.page`.
                router.get("/notes") { _, _ in
                    try await stack.perform(timeout: Self.limit) { context in
                        try context.fetch(Note.all.sorted { $0.made.descending }.limit(100)).map { Answer($0) }
                    }
                }
                router.post("/notes") { request, context in
                    let entry = try await request.decode(as: Entry.self, context: context)
                    let answer = try await stack.perform(timeout: Self.limit) { context in
                        let note = Note(title: entry.title)
                        try context.insert(note)
                        try context.save()
                        return Answer(note)
                    }
                    return EditedResponse(status: .created, response: answer)
                }
                // Asks each store, within a limit.
                router.get("/health") { _, _ in
                    let health = await stack.health(within: .seconds(2))
                    return Self.text("\\(health)", isGood: health.isHealthy)
                }
                // What the stack knows already: it costs nothing, however often it is asked.
                router.get("/ready") { _, _ in Self.text("\\(stack.status)", isGood: stack.isReady) }
            }

            private static func text(_ text: String, isGood: Bool) -> EditedResponse<String> {
                EditedResponse(status: isGood ? .ok : .serviceUnavailable, response: text + "\\n")
            }
        }

        """
    }

    /// How the service answers errors.
    var errorAnswers: String {
        """
        \(imports(["Granary", "Hummingbird", "Logging"]))

        /// Answers errors of the stores by a status; the log gets the error, which holds no stored values.
        struct ErrorAnswers: RouterMiddleware {
            func handle(
                _ request: Request, context: BasicRequestContext,
                next: (Request, BasicRequestContext) async throws -> Response
            ) async throws -> Response {
                do { return try await next(request, context) } catch let error as GranaryError {
                    let (status, sentence) = Self.answer(to: error)
                    context.logger.log(level: status == .internalServerError ? .error : .info, "\\(error)")
                    throw HTTPError(status, message: sentence)
                }
            }

            private static func answer(to error: GranaryError) -> (HTTPResponse.Status, String) {
                switch error.code {
                case .validation:
                    (.unprocessableContent, error.failures.map(\\.description).joined(separator: "; "))
                case .notFound: (.notFound, "There is no such thing.")
                case .query, .invalidValue: (.badRequest, "The request cannot be understood.")
                case .constraint: (.conflict, "Something else is there already.")
                case let code where code.isRetryable || code == .closed: (.serviceUnavailable, "Not now.")
                default: (.internalServerError, "This did not work.")
                }
            }
        }

        """
    }

    /// The program that runs the service.
    var serviceProgram: String {
        """
        \(imports([name.service, "Foundation", "Granary", store.product, "Logging", "ServiceLifecycle", "UnixSignals"]))

        /// Serves notes on this computer, at the port that the argument names, until SIGTERM or SIGINT.
        @main enum Program {
            static func main() async {
                let logger = Logger(label: "\(name.text)")
                let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
                let server = NoteServer(
                    .file("granary.yaml"), backends: [.\(store.rawValue)], port: port, logger: logger
                ) { logger.notice("Listening at http://127.0.0.1:\\($0).") }
                let group = ServiceGroup(
                    services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
                do {
                    try await group.run()
                } catch {
                    // Thrown out of `main`, it would look like a crash.
                    logger.critical("\\(error)")
                    exit(1)
                }
            }
        }

        """
    }

    /// The test of the service.
    var serviceTests: String {
        """
        \(imports([name.service, "Foundation", "FoundationNetworking", "Granary", "GranaryMemory", "Logging", "ServiceLifecycle", "Testing"]))

        /// The service runs on loopback, at a free port, over a store in memory.
        @Suite(.timeLimit(.minutes(1))) struct NoteServerTests {
            @Test func notesAreAddedAndListed() async throws {
                try await withServer { address in
                    #expect(try await status(of: address + "/health") == 200)
                    #expect(try await status(of: address + "/ready") == 200)
                    #expect(try await status(of: address + "/notes", adding: #"{"title": "Buy milk"}"#) == 201)
                    #expect(try await status(of: address + "/notes", adding: #"{"title": ""}"#) == 422)
                    let (notes, _) = try await answer(of: address + "/notes")
                    #expect(notes.contains(#""title":"Buy milk""#), "\\(notes)")
                }
            }

            /// Runs the service while a closure works with it, and has it stop gracefully.
            private func withServer(_ body: (String) async throws -> Void) async throws {
                var logger = Logger(label: "tests")
                logger.logLevel = .error
                let (ports, listening) = AsyncStream.makeStream(of: Int.self)
                let server = NoteServer(
                    .values([StoreConfiguration(name: "Default", type: .memory)]), backends: [.memory], port: 0,
                    logger: logger
                ) { listening.yield($0) }
                let group = ServiceGroup(services: [server], logger: logger)
                try await withThrowingTaskGroup(of: Void.self) { tasks in
                    tasks.addTask {
                        defer { listening.finish() }
                        try await group.run()
                    }
                    for await port in ports {
                        try await body("http://127.0.0.1:\\(port)")
                        break
                    }
                    await group.triggerGracefulShutdown()
                    try await tasks.waitForAll()
                }
            }

            private func status(of address: String, adding body: String? = nil) async throws -> Int {
                try await answer(of: address, adding: body).status
            }

            private func answer(
                of address: String, adding body: String? = nil
            ) async throws -> (text: String, status: Int) {
                var request = URLRequest(url: try #require(URL(string: address)))
                if let body { (request.httpMethod, request.httpBody) = ("POST", Data(body.utf8)) }
                let (data, response) = try await URLSession.shared.data(for: request)
                let status = try #require(response as? HTTPURLResponse).statusCode
                return (String(decoding: data, as: UTF8.self), status)
            }
        }

        """
    }
}
