#if HTTP && Services
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Granary
    import GranaryAccounts
    import ServiceLifecycle

    /// A server over HTTP that plans trips for many travellers: each request works in the account of one.
    ///
    /// Who asks is in the path. A server that others can reach finds that out first.
    struct TripServer: Service {
        /// The accounts of a server, where users have no sign-in.
        typealias ServerAccounts = Accounts<NoSignIn<Traveller>>

        /// The seconds in which requests can still be answered when the server stops.
        private static let grace = 1.0

        private let accounts: ServerAccounts
        private let server: HTTPServer
        private let say: @Sendable (String) -> Void

        /// Makes a server at a port of the loopback interface; 0 is a free one, and the closure is told which.
        init(
            _ accounts: ServerAccounts, port: UInt16, _ say: @escaping @Sendable (String) -> Void
        ) throws {
            self.accounts = accounts
            self.say = say
            server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
        }

        /// Answers requests until the group is shut down; those under way are answered first.
        func run() async throws {
            let accounts = accounts
            await server.appendRoute("*") { await TripAnswer(accounts).answer($0) }
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await server.run() }
                    group.addTask { try await stopInTime() }
                    try await group.next()
                    group.cancelAll()
                }
            } catch {
                // A server that is stopped ends with an error of its socket.
                if !Task.isShuttingDownGracefully { throw error }
            }
            say("stopped")
        }

        /// Says where the server listens, then waits for the shutdown and stops it.
        private func stopInTime() async throws {
            try await server.waitUntilListening()
            guard case .ip4(_, let port)? = await server.listeningAddress else {
                throw GranaryError(.io, "The server does not listen.")
            }
            say("listening at http://127.0.0.1:\(port)")
            try await gracefulShutdown()
            await server.stop(timeout: Self.grace)
        }
    }
#endif
