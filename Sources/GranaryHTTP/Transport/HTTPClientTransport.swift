#if HTTP
    public import AsyncHTTPClient
    import FoundationEssentials
    import Granary
    import HTTPTypes
    import NIOCore
    import NIOHTTP1

    /// Requests over the connections of an async-http-client.
    public final class HTTPClientTransport: HTTPTransport {
        private let client: HTTPClient
        private let isOwned: Bool

        /// Makes a transport with a client of its own, whose connections are closed when the transport is released.
        ///
        /// It reports at once that there is no connection, and follows no redirections: credentials and idempotency keys
        /// are for the server that they were made for. It asks for no compressed bodies.
        ///
        /// - Parameter connecting: how long a connection may take to be made.
        public init(connecting: Duration = .seconds(10)) {
            var configuration = HTTPClient.Configuration()
            configuration.timeout.connect = .nanoseconds(Int64(min(connecting / .nanoseconds(1), 1e18)))
            configuration.redirectConfiguration = .disallow
            configuration.connectionPool.retryConnectionEstablishment = false
            // Its spans would show the places of requests, which may hold keys.
            configuration.tracing.tracer = nil
            client = HTTPClient(
                eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
            isOwned = true
        }

        /// Makes a transport over a client that the program configures and shuts down itself.
        public init(_ client: HTTPClient) {
            self.client = client
            isOwned = false
        }

        deinit {
            if isOwned { client.shutdown { _ in } }
        }

        /// Sends a request.
        ///
        /// - Throws: as ``HTTPTransport/send(_:)``; ``GranaryError/Code/configuration`` for an address that is none.
        public func send(_ call: HTTPCall) async throws -> HTTPAnswer {
            let request = try Self.request(call)
            do {
                let response = try await client.execute(request, deadline: .distantFuture)
                let expected = response.headers.first(name: "content-length").flatMap { Int($0) }
                if let expected, expected > call.mostBytes { throw Self.tooLong(call) }
                var body = Data()
                for try await part in response.body {
                    guard body.count + part.readableBytes <= call.mostBytes else { throw Self.tooLong(call) }
                    body.append(contentsOf: part.readableBytesView)
                }
                return HTTPAnswer(Self.response(response), body: body)
            } catch let error as GranaryError {
                throw error
            } catch {
                throw ClientFailure.translated(error)
            }
        }

        private static func request(_ call: HTTPCall) throws -> HTTPClientRequest {
            let fields = call.request
            guard let scheme = fields.scheme, let authority = fields.authority else {
                throw GranaryError(
                    .configuration, "A request names no server; give it a scheme and an authority.")
            }
            var request = HTTPClientRequest(url: "\(scheme)://\(authority)\(fields.path ?? "/")")
            request.method = .RAW(value: fields.method.rawValue)
            for field in fields.headerFields {
                request.headers.add(name: field.name.rawName, value: field.value)
            }
            if !call.body.isEmpty { request.body = .bytes(ByteBuffer(bytes: call.body)) }
            return request
        }

        private static func response(_ response: HTTPClientResponse) -> HTTPResponse {
            var fields = HTTPFields()
            for (name, value) in response.headers {
                guard let name = HTTPField.Name(name) else { continue }
                fields.append(HTTPField(name: name, value: value))
            }
            return HTTPResponse(
                status: .init(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase),
                headerFields: fields)
        }

        private static func tooLong(_ call: HTTPCall) -> GranaryError {
            GranaryError(
                .malformed,
                "The server's answer has more than \(call.mostBytes) bytes. Ask for pages, or raise the limit."
            )
        }
    }
#endif
