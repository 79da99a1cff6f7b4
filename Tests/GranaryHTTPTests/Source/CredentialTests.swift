#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryConformance
    import GranaryHTTP
    import HTTPTypes
    import Synchronization
    import Testing

    @testable import GranarySync

    /// Credentials are added when a request is sent, and renewed when they are not accepted.
    @Suite(.timeLimit(.minutes(1))) struct CredentialTests {
        private let flights = HTTPEndpoint(Flight.self, "flights")

        /// Options with tokens that are numbered.
        private func options() -> HTTPOptions {
            let count = Mutex(0)
            var options = HTTPOptions()
            options.credentials = BearerToken {
                count.withLock { count in
                    count += 1
                    return "token-\(count)"
                }
            }
            return options
        }

        @Test func aTokenIsAskedForOnce() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]")
                let source = try server.source([flights], options())
                for _ in 0..<3 { _ = try await source.fetch(RemoteRequest(Flight.all)) }
                #expect(
                    server.asked.map { $0["authorization"] } == Array(repeating: "Bearer token-1", count: 3))
            }
        }

        @Test func callersAtTheSameTimeShareOneToken() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]")
                let source = try server.source([flights], options())
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 { group.addTask { _ = try await source.fetch(RemoteRequest(Flight.all)) } }
                    try await group.waitForAll()
                }
                #expect(Set(server.asked.map { $0["authorization"] }) == ["Bearer token-1"])
            }
        }

        @Test func aQueryIsRepeatedWithAnotherTokenAfter401() async throws {
            try await WebServer.run { server in
                server.answer { $0["authorization"] == "Bearer token-2" ? .init(200, "[]") : .init(401) }
                let bench = try await WebBench(server, try server.source([flights], options()))
                #expect(try await bench.repositories[Flight.self].fetch(Flight.all, .remote).isEmpty)
                #expect(server.asked.count == 2)
            }
        }

        @Test func aWriteIsRepeatedWithAnotherTokenAfter401() async throws {
            try await WebServer.run { server in
                server.answer { $0["authorization"] == "Bearer token-2" ? .init(201) : .init(401) }
                let bench = try await WebBench(server, try server.source([flights], options()))
                _ = try await bench.flight(7)
                try await bench.sendAll()
                #expect(server.asked.count == 2)
                #expect(Set(server.asked.map { $0["idempotency-key"] }).count == 1)
            }
        }

        @Test func aServerThatAcceptsNoTokenGetsNoWriteAnyMore() async throws {
            try await WebServer.run { server in
                server.answer(401)
                let bench = try await WebBench(server, try server.source([flights], options()))
                let flight = try await bench.flight(7)
                let outbox = bench.repositories.outbox
                try await bench.sending { server.asked.count >= 2 }
                #expect(try await outbox.state(of: flight.objectID) == .waiting)
            }
        }

        @Test func aTokenThatHasComeSinceIsKept() async throws {
            let count = Mutex(0)
            let token = BearerToken {
                count.withLock { count in
                    count += 1
                    return "token-\(count)"
                }
            }
            var first = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
            var second = first
            try await token.authorize(&first)
            try await token.authorize(&second)
            token.refused(first)
            try await token.renew()
            // The refusal of a request with the token of before comes late.
            token.refused(second)
            try await token.renew()
            #expect(count.withLock { $0 } == 2)
        }

        @Test func whoeverIsCancelledWaitsForNoToken() async throws {
            let (asked, answered) = (TaskGate(), TaskGate())
            let count = Mutex(0)
            let token = BearerToken {
                asked.open()
                await answered.wait()
                return count.withLock { count in
                    count += 1
                    return "\(count)"
                }
            }
            let task = Task {
                var request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
                try await token.authorize(&request)
            }
            await asked.wait()
            task.cancel()
            let error = await failure { try await task.value }
            #expect(error?.code == .cancelled)
            // A login that takes longer than requests wait is not begun again by each.
            answered.open()
            for _ in 0..<2 {
                var request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
                try await token.authorize(&request)
                #expect(request.headerFields[.authorization] == "Bearer 1")
            }
        }

        @Test func aTokenThatIsForgottenWhileItIsGotIsNotUsed() async throws {
            let (asked, answered) = (TaskGate(), TaskGate())
            let count = Mutex(0)
            let token = BearerToken {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number == 1 {
                    asked.open()
                    await answered.wait()
                }
                return "\(number)"
            }
            let first = Task {
                var request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
                try await token.authorize(&request)
                return request.headerFields[.authorization]
            }
            await asked.wait()
            token.forget()
            answered.open()
            #expect(try await first.value == "Bearer 2")
            var request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
            try await token.authorize(&request)
            #expect(request.headerFields[.authorization] == "Bearer 2")
        }

        @Test func withoutATokenNothingIsSent() async throws {
            try await WebServer.run { server in
                var options = HTTPOptions()
                options.credentials = BearerToken { throw GranaryError(.denied, "Nobody is logged in.") }
                let source = try server.source([flights], options)
                let error = await failure { _ = try await source.fetch(RemoteRequest(Flight.all)) }
                #expect(error?.code == .denied && server.asked.isEmpty)
            }
        }

        @Test func aProgramPreparesAndSeesItsRequests() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]")
                let sent = Collected<String>()
                let received = Collected<Int>()
                var options = HTTPOptions()
                options.prepare = { call in call.request.headerFields[.userAgent] = "airport/1" }
                options.didSend = { sent.add($0.request.headerFields[.userAgent] ?? "") }
                options.didReceive = { answer, _ in received.add(answer.response.status.code) }
                _ = try await server.source([flights], options).fetch(RemoteRequest(Flight.all))
                #expect(sent.all == ["airport/1"] && received.all == [200])
                #expect(server.asked.first?["user-agent"] == "airport/1")
            }
        }

        @Test func aProgramMayRefuseAnAnswer() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]")
                var options = HTTPOptions()
                options.didReceive = { _, _ in throw GranaryError(.denied, "It is not signed.") }
                let error = await failure {
                    _ = try await server.source([flights], options).fetch(RemoteRequest(Flight.all))
                }
                #expect(error?.code == .denied)
            }
        }
    }
#endif
