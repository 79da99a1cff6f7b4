#if HTTP
    import Granary
    import GranaryHTTP
    import GranaryMemory
    import GranaryTestSupport

    @testable import GranarySync

    /// A stack in memory with repositories over a server on loopback.
    struct WebBench {
        let stack: PersistentStack
        let server: WebServer
        let repositories: Repositories

        init(
            _ server: WebServer, _ source: some RemoteSource, times: SyncTimes = SyncTimes(),
            deciding: RefusalHandler? = nil
        ) async throws {
            self.server = server
            stack = try startedStack(try flightSchema(), on: .memory)
            repositories = try await Repositories(stack, source: source, times: times, deciding: deciding)
        }

        /// Runs the sender until a condition holds.
        func sending(until condition: @escaping @Sendable () async throws -> Bool) async throws {
            let repositories = repositories
            let task = Task { try await repositories.run() }
            while try await !condition() { await Task.yield() }
            task.cancel()
            try await task.value
        }

        /// Runs the sender until nothing waits.
        func sendAll() async throws {
            let outbox = repositories.outbox
            try await sending { try await outbox.counts().waiting == 0 }
        }

        /// Saves what a unit of work changes.
        func save(_ work: @escaping @Sendable (Context) throws -> Void) async throws {
            try await stack.perform { context in
                try work(context)
                try context.save()
            }
        }

        /// Saves a new flight, and returns its values.
        func flight(_ number: Int, gate: String = "A1") async throws -> Flight.Snapshot {
            try await stack.perform { context in
                let flight = Flight(number, gate: gate)
                try context.insert(flight)
                try context.save()
                return flight.snapshot
            }
        }
    }
#endif
