#if HTTP
    import Foundation
    import Granary
    import GranarySync

    /// The demonstration, step by step.
    struct Demo {
        let configuration: String

        func run() async throws {
            let server = try await AirportServer()
            let serving = Task { try await server.run() }
            defer { serving.cancel() }
            let address = try await server.address()
            try await read(from: address)
            try noteAndDie()
            try await deliver(to: address, server)
        }

        private func say(_ text: String) { print(text) }

        // MARK: Steps

        private func read(from address: String) async throws {
            let client = try await AirportClient(configuration, server: address)
            let flights = client.repositories[Flight.self]
            let query = Flight.where { $0.origin == "JFK" }
            say("Reading the flights from JFK:")
            let policies: [(String, ReadPolicy)] = [
                (".local", .local), (".localOrRemote", .localOrRemote),
                (".localOrRemote again", .localOrRemote),
                (".remote", .remote), (".localThenRemote", .localThenRemote),
                (".remoteOrLocal", .remoteOrLocal),
            ]
            for (name, policy) in policies {
                let answer = try await flights.fetch(query, policy)
                say(
                    "  \(name): \(answer.count) flights, from \(answer.origin), complete: \(answer.isComplete)"
                )
            }
            _ = try await client.repositories[Remark.self].fetch(Remark.all, .remote)
            _ = try await flights.fetch(Flight.all, .remote)
            try await client.stack.close()
        }

        /// Starts this program once more; it saves remarks, one of which the server will refuse, and is killed.
        private func noteAndDie() throws {
            say("Saving three remarks without a network, and killing the process:")
            let child = Process()
            child.executableURL = URL(filePath: CommandLine.arguments[0])
            child.arguments = ["note", "--config", configuration]
            try child.run()
            child.waitUntilExit()
            say("  ended by signal \(child.terminationStatus)")
        }

        private func deliver(to address: String, _ server: AirportServer) async throws {
            let client = try await AirportClient(configuration, server: address)
            let outbox = client.repositories.outbox
            say("Starting again: \(try await outbox.counts().waiting) writes wait.")
            try await client.deliver()
            let refused = try await outbox.refusals()
            say("Delivered; \(refused.count) was refused, and is undone.")
            for refusal in refused { try await outbox.decide(.undo, on: refusal.id) }
            say("  server: \(try await Digest.of(server.stack))")
            say("  client: \(try await Digest.of(client.stack))")
            try await client.stack.close()
        }
    }
#endif
