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

    /// Writes that go beside each other.
    @Suite(.timeLimit(.minutes(1))) struct BatchTests {
        private let flights = HTTPEndpoint(Flight.self, "flights")

        private func bench(_ server: WebServer, _ endpoints: [HTTPEndpoint]? = nil) async throws -> WebBench {
            try await WebBench(server, try server.source(endpoints ?? [flights]), times: .withoutPauses)
        }

        @Test func writesOfSeveralObjectsGoBesideEachOther() async throws {
            try await WebServer.run { server in
                let gate = TaskGate()
                server.answer { _ in
                    await gate.wait()
                    return .init(201)
                }
                let bench = try await bench(server)
                for number in 0..<4 { _ = try await bench.flight(number) }
                try await bench.sending {
                    if server.asked.count == 4 { gate.open() }
                    return try await bench.repositories.outbox.counts().waiting == 0
                }
                #expect(server.asked.count == 4)
            }
        }

        @Test(arguments: 0..<4) func eachWriteGetsTheAnswerToItself(_ wanted: Int) async throws {
            try await WebServer.run { server in
                // The one that is accepted is answered last.
                let (others, refused) = (TaskGate(), Collected<String>())
                server.answer { asked in
                    if asked.body.contains(#""number":\#(wanted)"#) {
                        await others.wait()
                        return .init(201)
                    }
                    refused.add(asked.body)
                    if refused.all.count == 3 { others.open() }
                    return .init(422)
                }
                let bench = try await bench(server)
                var flights: [Flight.Snapshot] = []
                for number in 0..<4 { flights.append(try await bench.flight(number)) }
                let outbox = bench.repositories.outbox
                try await bench.sending { try await outbox.counts().waiting == 0 }
                let left = try await outbox.refusals().map(\.write.key)
                let expected = flights.filter { $0.number != wanted }.map(\.objectID.key.objectKey)
                #expect(Set(left) == Set(expected))
            }
        }

        @Test func ofWritesBesideEachOtherOnlyThoseWithoutAnAnswerAreSentAgain() async throws {
            try await WebServer.run { server in
                let isFirst = Held(true)
                server.answer { asked in
                    guard asked.body.contains(#""number":2"#) else { return .init(201) }
                    return isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst ? .init(503, "", ["Retry-After": "0"]) : .init(201)
                    }
                }
                let bench = try await bench(server)
                for number in 0..<4 { _ = try await bench.flight(number) }
                try await bench.sendAll()
                #expect(server.asked.count == 5)
                #expect(Set(server.asked.map { $0["idempotency-key"] }).count == 4)
            }
        }
    }
#endif
