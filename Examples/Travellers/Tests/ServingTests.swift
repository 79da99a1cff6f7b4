#if HTTP && Services
    import Flights
    import Foundation
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    import GranaryTestSupport
    import ServiceLifecycle
    import Synchronization
    import Testing
    import Travellers

    /// One process serves many travellers, each in their own account.
    @Suite(.timeLimit(.minutes(2))) struct ServingTests {
        private static let names = ["ada", "ben", "eve", "kim", "lea"]
        private static let airports = ["IAH", "MIA", "ORD", "ATL", "BOS"]

        @Test func manyTravellersAreServedUnderALimit() async throws {
            let directory = try TemporaryDirectory()
            let file = directory.path(of: "granary.yaml")
            try Data(configuration(directory.path(of: "data")).utf8).write(to: URL(filePath: file))
            let said = try await serve(file) { address, said in
                let trips = try await planned(at: address)
                #expect(Set(trips).count == Self.names.count, "\(trips)")
                try await expect(409, "PUT", "\(address)/travellers/ada", "Ada")
                try await expect(404, "GET", "\(address)/travellers/mallory/trips")
                try await expect(404, "POST", "\(address)/travellers/ada/trips/XYZ")
                try await expect(404, "GET", "\(address)/elsewhere")
                try await expect(200, "DELETE", "\(address)/travellers/ben")
                try await expect(404, "GET", "\(address)/travellers/ben/trips")
                // Whoever rests at once is not reminded before the next request.
                while !said().contains(where: { $0.hasPrefix("ada, remember: 2013-01-01 ") }) {
                    try await expect(200, "GET", "\(address)/travellers/ada/trips")
                }
            }
            #expect(said.last == "stopped")
            // Another process finds what is theirs.
            _ = try await serve(file) { address, _ in
                let trips = try await expect(200, "GET", "\(address)/travellers/ada/trips")
                #expect(trips.hasSuffix(" EWR to IAH"), "\(trips)")
                try await expect(404, "GET", "\(address)/travellers/ben/trips")
            }
        }

        /// Has all travellers come and plan a trip each, at once; returns the trips of each.
        private func planned(at address: String) async throws -> [String] {
            try await withThrowingTaskGroup(of: String.self) { group in
                for (name, airport) in zip(Self.names, Self.airports) {
                    group.addTask {
                        let path = "\(address)/travellers/\(name)"
                        try await expect(201, "PUT", path, name)
                        let trip = try await expect(201, "POST", "\(path)/trips/\(airport)")
                        let trips = try await expect(200, "GET", "\(path)/trips")
                        #expect(trips == trip && trip.hasSuffix("to \(airport)"))
                        return trips
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }

        /// Runs the service around a closure, which gets the address and what was said so far; returns what it has said.
        private func serve(
            _ configuration: String, _ body: (String, @Sendable () -> [String]) async throws -> Void
        ) async throws -> [String] {
            let january = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Flights/Sources/January").standardized
            let lines = Lines()
            let (addresses, finding) = AsyncStream.makeStream(of: String.self)
            let service = TravellersProgram.service(
                configuration, folder: try .at(january.path), days: 1, port: 0
            ) { line in
                lines.add(line)
                if let address = line.split(separator: " ").last, line.hasPrefix("listening at ") {
                    finding.yield(String(address))
                }
            }
            let group = ServiceGroup(services: [service])
            let running = Task {
                defer { finding.finish() }
                try await group.run()
            }
            let result: Result<Void, any Error>
            do {
                for await address in addresses {
                    try await body(address) { lines.all }
                    break
                }
                result = .success(())
            } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            try await running.value
            try result.get()
            return lines.all
        }

        private func configuration(_ directory: String) -> String {
            """
            location: \(directory)
            stores:
              People: { type: sqlite, kind: durable }
              Reference: { type: sqlite, kind: purgeable }
              Trips: { type: sqlite, kind: durable, perAccount: true }
              Timetables: { type: sqlite, kind: purgeable, perAccount: true }
              Drafts: { type: memory, perAccount: true }
            accounts: { limit: 2 }
            """
        }

        /// What the service has said.
        private final class Lines: Sendable {
            private let lines = Mutex<[String]>([])

            var all: [String] { lines.withLock { $0 } }

            func add(_ line: String) { lines.withLock { $0.append(line) } }
        }

        /// Asks the server for something, and returns the text of its answer.
        @discardableResult private func expect(
            _ status: Int, _ method: String, _ address: String, _ body: String? = nil
        ) async throws -> String {
            var request = URLRequest(url: try #require(URL(string: address)))
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            let (data, response) = try await URLSession.shared.data(for: request)
            let text = String(decoding: data, as: UTF8.self)
            #expect((response as? HTTPURLResponse)?.statusCode == status, "\(method) \(address): \(text)")
            return text
        }
    }
#endif
