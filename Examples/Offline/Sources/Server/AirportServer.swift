#if HTTP
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Granary
    import GranaryMemory

    /// A server whose database is a Granary stack in memory.
    ///
    /// It does what a server owes its clients: the identity of a write is saved with the effect of the write, and a
    /// repeated write gets the answer of the first.
    final class AirportServer: Sendable {
        let stack: PersistentStack
        private let server: HTTPServer

        /// Makes a server with the flights of a day.
        init() async throws {
            let schema = try Schema("Airport server", models: [Flight.self, Remark.self, Receipt.self])
            stack = try await PersistentStack.open(
                schema, configuration: .values([StoreConfiguration(name: "Default", type: .memory)]),
                backends: [.memory])
            server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
            let flights = try AirportData.firstOfJanuary()
            try await stack.perform { context in
                for flight in flights { try context.insert(flight) }
                try context.save()
            }
        }

        /// Answers requests until the task is cancelled.
        func run() async throws {
            let stack = stack
            await server.appendRoute("*") { try await Self.respond(to: $0, from: stack) }
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

        private static func respond(to request: HTTPRequest, from stack: PersistentStack) async throws
            -> HTTPResponse
        {
            let parts = request.path.split(separator: "/").map { String($0) }
            switch (request.method, parts.first) {
            case (.GET, "flights"): return try await flights(request, stack)
            case (.GET, "remarks"):
                return try await list(stack) { try $0.fetch(Remark.all).map { try $0.snapshot.json() } }
            case (.POST, "remarks"), (.PATCH, "remarks"), (.DELETE, "remarks"):
                return try await write(request, parts.dropFirst().first, stack)
            default: return HTTPResponse(statusCode: .notFound)
            }
        }

        // MARK: Reading

        private static func flights(_ request: HTTPRequest, _ stack: PersistentStack) async throws
            -> HTTPResponse
        {
            let origin = request.query.first { $0.name == "origin" }?.value
            return try await list(stack) { context in
                let query = origin.map { origin in Flight.where { $0.origin == origin } } ?? Flight.all
                return try context.fetch(query).map { try $0.snapshot.json() }
            }
        }

        private static func list(
            _ stack: PersistentStack, _ rows: @escaping @Sendable (Context) throws -> [String]
        ) async throws -> HTTPResponse {
            let rows = try await stack.perform { try rows($0) }
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "application/json"],
                body: Data("[\(rows.joined(separator: ","))]".utf8))
        }

        // MARK: Writing

        private static func write(
            _ request: HTTPRequest, _ key: String?, _ stack: PersistentStack
        ) async throws -> HTTPResponse {
            guard let id = request.headers[HTTPHeader("Idempotency-Key")].flatMap(UUID.init(uuidString:))
            else {
                return HTTPResponse(statusCode: .badRequest)
            }
            let body = String(decoding: try await request.bodyData, as: UTF8.self)
            let (method, key) = (request.method, key.flatMap(UUID.init(uuidString:)))
            let status = try await stack.perform { context in
                if let receipt = try context.object(Receipt.self, id) { return receipt.status }
                let status = try carryOut(method, key, body, in: context)
                // In the same save as the effect: either both are there or none is.
                try context.insert(Receipt(id: id, status: status))
                try context.save()
                return status
            }
            return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "Status"))
        }

        /// Carries a write out, and returns the status of the answer.
        private static func carryOut(
            _ method: HTTPMethod, _ key: UUID?, _ body: String, in context: Context
        ) throws -> Int {
            // The airport wants no exclamation.
            if body.contains("!!!") { return 422 }
            if method == .POST {
                try context.insert(try Remark.Snapshot(json: body))
                return 201
            }
            guard let key, let remark = try context.object(Remark.self, key) else { return 404 }
            if method == .DELETE {
                try context.delete(remark)
            } else {
                try context.apply(try remark.snapshot.applying(json: body))
            }
            return 204
        }
    }
#endif
