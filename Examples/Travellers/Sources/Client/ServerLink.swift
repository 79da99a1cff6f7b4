#if HTTP
    import Foundation
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    import GranaryAccounts
    import Synchronization

    /// The way to the server, which may be at another address the next time.
    final class ServerLink: Sendable {
        /// An answer that is none of this server's.
        struct Failure: Error {
            let status: Int
        }

        private let address: Mutex<String>
        private let session: URLSession

        /// Leads to an address; by default to one where nobody listens.
        init(to address: String = "http://127.0.0.1:9") {
            self.address = Mutex(address)
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = 10
            session = URLSession(configuration: configuration)
        }

        deinit { session.invalidateAndCancel() }

        /// Leads to another address from now on.
        func move(to address: String) { self.address.withLock { $0 = address } }

        /// Sends something, and returns what the server answers.
        ///
        /// - Throws: ``CredentialRefused`` for the status 401; ``Failure``; errors of the network.
        func post<Answer: Decodable>(_ path: String, _ body: some Encodable) async throws -> Answer {
            var request = try request(path)
            request.httpMethod = "POST"
            request.httpBody = try JSONEncoder().encode(body)
            return try await send(request)
        }

        /// Asks for something with an access token.
        ///
        /// - Throws: as ``post(_:_:)``.
        func get<Answer: Decodable>(_ path: String, _ tokens: Tokens) async throws -> Answer {
            var request = try request(path)
            request.setValue(tokens.access, forHTTPHeaderField: "Authorization")
            return try await send(request)
        }

        private func request(_ path: String) throws -> URLRequest {
            guard let url = URL(string: "\(address.withLock { $0 })/\(path)") else { throw URLError(.badURL) }
            return URLRequest(url: url)
        }

        private func send<Answer: Decodable>(_ request: URLRequest) async throws -> Answer {
            let (data, response) = try await session.data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            if status == 401 { throw CredentialRefused() }
            guard status == 200 else { throw Failure(status: status) }
            return try JSONDecoder().decode(Answer.self, from: data)
        }
    }
#endif
