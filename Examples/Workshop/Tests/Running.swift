import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import Granary
import Logging
import ServiceLifecycle
import Workshop

/// A service that runs on loopback for a test.
struct Running: Sendable {
    /// Its address, such as http://127.0.0.1:40123.
    let address: String
    private let group: ServiceGroup

    /// Runs a service while a closure works with it, then has it stop gracefully.
    ///
    /// - Throws: errors of the closure and of the service.
    static func service<R: Sendable>(
        _ place: StackConfiguration, stands: Int = 4, _ body: (Running) async throws -> R
    ) async throws -> R {
        var logger = Logger(label: "workshop-tests")
        logger.logLevel = .error
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let service = WorkshopService(place, port: 0, stands: stands, logger: logger, tally: Tally()) {
            listening.yield($0)
        }
        let group = ServiceGroup(services: [service], logger: logger)
        let task = Task {
            defer { listening.finish() }
            try await group.run()
        }
        var result: Result<R, any Error>?
        for await port in ports {
            let running = Running(address: "http://127.0.0.1:\(port)", group: group)
            do { result = .success(try await body(running)) } catch { result = .failure(error) }
            break
        }
        await group.triggerGracefulShutdown()
        try await task.value
        guard let result else { throw GranaryError(.io, "The service has ended before it served.") }
        return try result.get()
    }

    /// Has it stop, without waiting for that.
    func stop() async { await group.triggerGracefulShutdown() }

    /// An answer to a request.
    struct Answer: Sendable {
        let status: Int
        let text: String
        /// The path of the page, after redirections.
        let path: String
    }

    /// Asks for a page.
    func get(_ path: String) async throws -> Answer { try await answer(to: request(path)) }

    /// Sends a form.
    func post(_ path: String, _ fields: [String: String]) async throws -> Answer {
        var request = try request(path)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let pairs = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        request.httpBody = Data(pairs.joined(separator: "&").utf8)
        return try await answer(to: request)
    }

    /// The events that an address sends, until it ends or the reader has enough.
    func events(_ path: String) throws -> AsyncThrowingStream<String, any Error> {
        Events.stream(try request(path))
    }

    private func request(_ path: String) throws -> URLRequest {
        guard let url = URL(string: address + path) else { throw URLError(.badURL) }
        return URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 30)
    }

    private func answer(to request: URLRequest) async throws -> Answer {
        let (data, response) = try await Self.session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return Answer(
            status: status, text: String(decoding: data, as: UTF8.self), path: response.url?.path ?? "")
    }

    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 30
        return URLSession(configuration: configuration)
    }()
}
