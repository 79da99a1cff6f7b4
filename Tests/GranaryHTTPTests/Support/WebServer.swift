#if HTTP
    import FlyingFox
    import FlyingSocks
    import FoundationEssentials
    import Granary
    import GranaryConformance
    import Synchronization

    /// A server on loopback that answers as a test says, behind a proxy that loses what the test says.
    final class WebServer: Sendable {
        /// A request as it has come.
        struct Asked: Sendable {
            let method: String
            /// The path with its query, as it was sent.
            let target: String
            let fields: [String: String]
            let body: String

            /// The value of a header field.
            subscript(field: String) -> String? { fields[field.lowercased()] }
        }

        /// An answer.
        struct Reply: Sendable {
            var status = 200
            var fields: [String: String] = [:]
            var body = ""

            init(_ status: Int = 200, _ body: String = "", _ fields: [String: String] = [:]) {
                self.status = status
                self.body = body
                self.fields = fields
            }
        }

        typealias Answer = @Sendable (Asked) async -> Reply

        private struct State {
            var asked: [Asked] = []
            var answer: Answer = { _ in Reply(404) }
        }

        private let state = Mutex(State())
        let proxy: ConnectionProxy
        /// The address behind the proxy.
        var address: String { "http://127.0.0.1:\(proxy.port)" }

        private init(_ proxy: ConnectionProxy) { self.proxy = proxy }

        /// The requests so far.
        var asked: [Asked] { state.withLock { $0.asked } }
        var targets: [String] { asked.map { "\($0.method) \($0.target)" } }

        /// Answers each request in this way from now on.
        func answer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

        /// Answers each request alike from now on.
        func answer(_ status: Int = 200, _ body: String = "", _ fields: [String: String] = [:]) {
            let reply = Reply(status, body, fields)
            answer { _ in reply }
        }

        /// Starts a server, and stops it at the end.
        static func run<T: Sendable>(_ body: (WebServer) async throws -> T) async throws -> T {
            let listener = HTTPServer(
                address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 300, logger: .disabled)
            let place = Mutex<WebServer?>(nil)
            await listener.appendRoute("*") { request in
                guard let server = place.withLock({ $0 }) else { return HTTPResponse(statusCode: .notFound) }
                return try await server.respond(request)
            }
            let task = Task { try await listener.run() }
            try await listener.waitUntilListening()
            guard case .ip4(_, let port)? = await listener.listeningAddress else {
                throw GranaryError(.unavailable, "The server of the tests has no port.")
            }
            let server = WebServer(try ConnectionProxy(to: port))
            place.withLock { $0 = server }
            let result: Result<T, any Error>
            do { result = .success(try await body(server)) } catch { result = .failure(error) }
            place.withLock { $0 = nil }
            server.proxy.stop()
            task.cancel()
            _ = await task.result
            return try result.get()
        }

        private func respond(_ request: HTTPRequest) async throws -> HTTPResponse {
            var fields: [String: String] = [:]
            for (name, value) in request.headers { fields[name.rawValue.lowercased()] = value }
            let asked = Asked(
                method: request.method.rawValue, target: request.target.rawValue, fields: fields,
                body: String(decoding: try await request.bodyData, as: UTF8.self))
            let answer = state.withLock { state in
                state.asked.append(asked)
                return state.answer
            }
            let reply = await answer(asked)
            var headers = HTTPHeaders()
            for (name, value) in reply.fields { headers[HTTPHeader(name)] = value }
            return HTTPResponse(
                statusCode: HTTPStatusCode(reply.status, phrase: "Status"), headers: headers,
                body: Data(reply.body.utf8))
        }
    }
#endif
