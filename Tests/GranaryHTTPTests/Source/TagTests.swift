#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryConformance
    import GranaryHTTP
    import GranaryTestSupport
    import HTTPTypes
    import Synchronization
    import Testing

    @testable import GranarySync

    /// Updates name the state that they were made for.
    @Suite(.timeLimit(.minutes(1))) struct TagTests {
        private let flights = HTTPEndpoint(Flight.self, "flights")

        private func bench(_ server: WebServer, _ endpoints: [HTTPEndpoint]? = nil) async throws -> WebBench {
            try await WebBench(server, try server.source(endpoints ?? [flights]), times: .withoutPauses)
        }

        @Test func updatesCarryTheTagOfTheStateTheyWereMadeFor() async throws {
            try await WebServer.run { server in
                let number = Mutex(0)
                server.answer { asked in
                    let tag = number.withLock { number in
                        number += 1
                        return "\"v\(number)\""
                    }
                    return .init(asked.method == "DELETE" ? 204 : 200, "", ["ETag": tag])
                }
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                for gate in ["B", "C"] {
                    try await bench.save { try $0.object(flight.objectID)?.gateName = gate }
                    try await bench.sendAll()
                }
                try await bench.save { context in try context.object(flight.objectID).map(context.delete) }
                try await bench.sendAll()
                #expect(server.asked.map { $0["if-match"] } == [nil, "\"v1\"", "\"v2\"", "\"v3\""])
            }
        }

        @Test func weakTagsAreNotCompared() async throws {
            try await WebServer.run { server in
                server.answer(200, "", ["ETag": "W/\"1\""])
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                try await bench.save { try $0.object(flight.objectID)?.gateName = "B" }
                try await bench.sendAll()
                #expect(server.asked.map { $0["if-match"] } == [nil, nil])
            }
        }

        @Test func aRowWithoutATagMakesTheOldTagStale() async throws {
            try await WebServer.run { server in
                let bench = try await bench(server)
                let row = Mutex("")
                server.answer { asked in
                    asked.method == "GET"
                        ? .init(200, row.withLock { "[\($0)]" }) : .init(200, "", ["ETag": "\"v1\""])
                }
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                row.withLock { $0 = flightJSON(8, id: flight.id) }
                _ = try await bench.repositories[Flight.self].fetch(Flight.all, .remote)
                try await bench.save { try $0.object(flight.objectID)?.gateName = "B" }
                try await bench.sendAll()
                #expect(server.asked.last?.method == "PATCH" && server.asked.last?["if-match"] == nil)
            }
        }

        @Test func objectsWithNamesAtTheServerHaveTagsToo() async throws {
            try await WebServer.run { server in
                let bench = try await bench(server, [HTTPEndpoint(Gate.self, "gates")])
                var gate = Gate("north").snapshot
                gate.code = "N1"
                let made = gate
                server.answer { asked in
                    let row = #"{"id":"\#(made.id)","area":"south","code":"N1"}"#
                    return asked.method == "GET" ? .init(200, "[\(row)]") : .init(200, "", ["ETag": "\"v1\""])
                }
                try await bench.save { try $0.insert(Gate(made)) }
                try await bench.sendAll()
                try await bench.save { try $0.fetch(Gate.all).first?.area = "west" }
                try await bench.sendAll()
                #expect(server.asked.map { $0["if-match"] } == [nil, "\"v1\""])
                // A row that comes without a tag may be of a later state.
                _ = try await bench.repositories[Gate.self].fetch(Gate.all, .remote)
                try await bench.save { try $0.fetch(Gate.all).first?.area = "east" }
                try await bench.sendAll()
                #expect(server.asked.last?.method == "PATCH" && server.asked.last?["if-match"] == nil)
            }
        }
    }
#endif
