#if HTTP
    import Granary
    import GranaryAccounts

    /// The demonstration: the server, the client, and what they have in common.
    actor Demo {
        nonisolated let configuration: String
        nonisolated let data: FlightData
        /// The path of this program, for a process of its own.
        nonisolated let program: String
        nonisolated let time = TravelTime()
        nonisolated let desk: TokenDesk
        nonisolated let link = ServerLink()
        nonisolated let person = Person()
        private nonisolated let say: @Sendable (String) -> Void
        private var serving: Task<Void, any Error>?

        /// Makes one that tells its lines to a closure.
        init(
            configuration: String, data: FlightData, program: String,
            _ say: @escaping @Sendable (String) -> Void
        ) {
            self.configuration = configuration
            self.data = data
            self.program = program
            self.say = say
            desk = TokenDesk { [time] in time.now }
        }

        /// Shows everything in turn.
        ///
        /// - Throws: ``DemoFailure`` when something goes otherwise than it should; errors of accounts and of the server.
        func run() async throws {
            do {
                try await startServer()
                try await beginAnew()
                try await show()
                await stopServer()
            } catch {
                await stopServer()
                throw error
            }
        }

        private func show() async throws {
            let isKept = try await withTravel { travel in
                try await showModules(travel)
                try await planAsGuest(travel)
                try await adopt(travel)
                try await signInBeside(travel)
                try await refreshOnce(travel)
                try await purge(travel)
                try await loseNetwork(travel)
                let isKept = travel.keepsUsers
                if !isKept { try await end(travel) }
                return isKept
            }
            guard isKept else { return }
            try await withTravel { try await startWithoutNetwork($0) }
            let last = try killInSwitch()
            try await withTravel { travel in
                try await restore(travel, after: last)
                try await end(travel)
            }
        }

        private func end(_ travel: Travel) async throws {
            try await forget(travel)
            try await signOut(travel)
        }

        // MARK: The server

        /// Starts the server at a free port, and leads the clients there.
        func startServer() async throws {
            let flights = try FlightData(folder: data.folder, days: 1).flights()
            let server = try TravelServer(desk, flights)
            serving = Task { try await server.run() }
            link.move(to: try await server.address())
        }

        /// Stops the server, which keeps its tokens.
        func stopServer() async {
            serving?.cancel()
            _ = await serving?.result
            serving = nil
        }

        // MARK: The program

        /// Runs the program until the closure ends.
        private func withTravel<R: Sendable>(_ body: (Travel) async throws -> R) async throws -> R {
            let travel = try await Travel(configuration, client, data)
            do {
                let result = try await body(travel)
                try await travel.close()
                return result
            } catch {
                try? await travel.close()
                throw error
            }
        }

        private nonisolated var client: TravelClient {
            TravelClient(link: link, person: person) { [time] in time.now }
        }

        /// Forgets what an earlier run has left.
        private func beginAnew() async throws {
            let accounts = try await Travel.open(configuration, client)
            let known = try await accounts.sharedStack.perform { context in
                try context.fetch(AccountRecord.all).map(\.snapshot)
            }
            for record in known {
                if let id = try accounts.userID(of: record) { try await accounts.forget(id) }
            }
            try await accounts.guest.stack.perform { context in
                _ = try context.deleteAll(Trip.all)
                _ = try context.deleteAll(Timetable.all)
            }
            try await accounts.close()
        }

        // MARK: What it says

        /// Begins a step.
        nonisolated func title(_ text: String) { say(text) }

        /// Says something of a step.
        nonisolated func fact(_ label: String, _ text: String) {
            let space = String(repeating: " ", count: max(1, 10 - label.count))
            say("   \(label)\(space)\(text)")
        }

        /// Says what the stores of an account hold.
        nonisolated func tellContents(of account: Account<TravelClient>, _ travel: Travel) async throws {
            let counter = try await travel.modules[Counter.self]
            fact("holds", "\(account.id.name): \(try await counter.own(account))")
        }

        /// Says what the next reminder is.
        nonisolated func tellReminder(_ travel: Travel) async {
            for await text in travel.reminders {
                fact("reminds", text)
                return
            }
        }

        /// Stops the demonstration where something does not hold.
        nonisolated func require(_ holds: Bool, _ what: String) throws {
            if !holds { throw DemoFailure("This should hold, and does not: \(what)") }
        }
    }
#endif
