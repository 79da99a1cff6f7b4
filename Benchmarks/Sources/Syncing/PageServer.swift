#if HTTP
    internal import FlyingFox
    internal import FlyingSocks
    internal import Foundation
    internal import Workload

    /// A server on loopback that serves one list.
    enum PageServer {
        /// Does work with the address of a server, which keeps connections open.
        static func run(
            serving body: Data, _ work: (_ address: String) async throws -> Outcome
        ) async throws -> Outcome {
            let server = HTTPServer(
                address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 300, logger: .disabled)
            await server.appendRoute("GET /parcels") { _ in
                HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: body)
            }
            let running = Task { try await server.run() }
            let result: Result<Outcome, any Error>
            do {
                try await server.waitUntilListening()
                guard case .ip4(_, let port)? = await server.listeningAddress else {
                    throw WorkloadError("The server does not listen.")
                }
                result = .success(try await work("http://127.0.0.1:\(port)"))
            } catch {
                result = .failure(error)
            }
            running.cancel()
            _ = await running.result
            return try result.get()
        }
    }
#endif
