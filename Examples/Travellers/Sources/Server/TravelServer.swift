#if HTTP
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Granary

    /// The server of travellers: they sign in there, and it gives timetables to those who have.
    struct TravelServer: Sendable {
        let desk: TokenDesk
        /// The lines of the timetable of each airport.
        let timetables: [String: [String]]
        private let server: HTTPServer

        /// Makes a server with the timetables of some flights.
        init(_ desk: TokenDesk, _ flights: [Flight.Snapshot]) throws {
            self.desk = desk
            timetables = Dictionary(grouping: flights, by: \.origin).mapValues { flights in
                flights.map { "\($0.code) to \($0.destination)" }
            }
            server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        }

        /// Answers requests until the task is cancelled.
        func run() async throws {
            await server.appendRoute("*") { try await respond(to: $0) }
            try await server.run()
        }

        /// The address, once it listens.
        func address() async throws -> String {
            try await server.waitUntilListening()
            guard case .ip4(_, let port)? = await server.listeningAddress else {
                throw GranaryError(.io, "The server does not listen.")
            }
            return "http://127.0.0.1:\(port)"
        }

        private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
            let parts = request.path.split(separator: "/").map { String($0) }
            switch (request.method, parts.first) {
            case (.POST, "sign-in"):
                return try answer(desk.signIn(try await read(SignInForm.self, request)))
            case (.POST, "refresh"):
                return try answer(desk.exchange(try await read(Tokens.self, request).refresh))
            case (.POST, "sign-out"):
                desk.signOut(try await read(Tokens.self, request).refresh)
                return try answer(true)
            case (.GET, "timetables"):
                guard let token = request.headers[.authorization], desk.admits(token) else {
                    return HTTPResponse(statusCode: .unauthorized)
                }
                return try answer(timetables[parts.last ?? ""] ?? [])
            default: return HTTPResponse(statusCode: .notFound)
            }
        }

        private func read<Body: Decodable>(_ type: Body.Type, _ request: HTTPRequest) async throws -> Body {
            try JSONDecoder().decode(type, from: try await request.bodyData)
        }

        /// An answer as JSON; whoever gets none is not let in.
        private func answer(_ body: (some Encodable)?) throws -> HTTPResponse {
            guard let body else { return HTTPResponse(statusCode: .unauthorized) }
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "application/json"],
                body: try JSONEncoder().encode(body))
        }
    }
#endif
