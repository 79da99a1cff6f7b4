#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryConformance
    import GranaryHTTP
    import GranaryTestSupport
    import HTTPTypes
    import Testing

    @testable import GranarySync

    /// Queries over HTTP, and the answers that servers give.
    @Suite(.timeLimit(.minutes(1))) struct FetchTests {
        private let flights = HTTPEndpoint(Flight.self, "flights")

        @Test func aListIsServed() async throws {
            try await WebServer.run { server in
                let id = UUID()
                server.answer(200, "[\(flightJSON(7, id: id)),\(flightJSON(8))]")
                let payload = try await server.source([flights]).fetch(RemoteRequest(Flight.all))
                let rows = payload.rows(Flight.Snapshot.self)
                #expect(rows.map(\.number) == [7, 8])
                #expect(rows.first?.id == id && rows.first?.fare == 99.5)
                #expect(rows.first?.departure == Date(timeIntervalSince1970: 1_357_035_300))
                #expect(payload.isWhole && payload.covers == nil && payload.next == nil)
                #expect(server.targets == ["GET /flights"])
                #expect(server.asked.first?["accept"] == "application/json")
            }
        }

        @Test func theBasePathIsInFront() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]")
                let source = try HTTPSource("\(server.address)/v2/", [flights], over: sharedTransport)
                _ = try await source.fetch(RemoteRequest(Flight.all))
                #expect(server.targets == ["GET /v2/flights"])
            }
        }

        @Test func anEmptyListIsWhole() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]")
                let payload = try await server.source([flights]).fetch(RemoteRequest(Flight.all))
                #expect(payload.isWhole && payload.rows(Flight.Snapshot.self).isEmpty)
            }
        }

        @Test func aListLiesDeeper() async throws {
            try await WebServer.run { server in
                server.answer(
                    200, #"{"data":{"flights":[\#(flightJSON(1))]},"meta":{"total":12,"exact":true}}"#)
                var endpoint = flights
                endpoint.rows = "data.flights"
                endpoint.metadata = ["total": "meta.total", "exact": "meta.exact", "none": "meta.none"]
                let payload = try await server.source([endpoint]).fetch(RemoteRequest(Flight.all))
                #expect(payload.rows(Flight.Snapshot.self).count == 1)
                #expect(payload.metadata == ["total": "12", "exact": "true"])
            }
        }

        @Test func listsOfOtherModelsComeAlong() async throws {
            try await WebServer.run { server in
                server.answer(
                    200, #"{"flights":[\#(flightJSON(1))],"airlines":[{"code":"UA","name":"United"}]}"#)
                var endpoint = flights
                endpoint.rows = "flights"
                endpoint.alongside = ["airlines": Airline.self]
                let source = try server.source([endpoint, HTTPEndpoint(Airline.self, "airlines")])
                let payload = try await source.fetch(RemoteRequest(Flight.all))
                #expect(payload.rows(Airline.Snapshot.self).map(\.name) == ["United"])
            }
        }

        // MARK: Objects

        @Test func anObjectIsAskedForAtItsOwnPlace() async throws {
            try await WebServer.run { server in
                let id = UUID()
                server.answer(200, flightJSON(7, id: id))
                let payload = try await server.source([flights]).fetch(Self.request([id]))
                #expect(payload.rows(Flight.Snapshot.self).map(\.id) == [id])
                #expect(server.targets == ["GET /flights/\(id.uuidString)"])
            }
        }

        @Test func severalObjectsAreSeveralRequests() async throws {
            try await WebServer.run { server in
                let ids = (0..<9).map { _ in UUID() }
                server.answer { asked in
                    .init(200, flightJSON(7, id: UUID(uuidString: String(asked.target.suffix(36))) ?? UUID()))
                }
                let payload = try await server.source([flights]).fetch(Self.request(ids))
                #expect(Set(payload.rows(Flight.Snapshot.self).map(\.id)) == Set(ids))
                #expect(server.asked.count == 9)
            }
        }

        @Test func severalObjectsAreOneRequestWhereTheServerCan() async throws {
            try await WebServer.run { server in
                let ids = [UUID(), UUID()].sorted { $0.uuidString < $1.uuidString }
                server.answer(200, "[]")
                var endpoint = flights
                endpoint.query.keys = "ids"
                _ = try await server.source([endpoint]).fetch(Self.request(ids))
                let list = ids.map(\.uuidString).joined(separator: ",")
                #expect(server.targets == ["GET /flights?ids=\(list)"])
            }
        }

        @Test(arguments: [404, 410]) func anObjectThatIsGoneIsNoError(_ status: Int) async throws {
            try await WebServer.run { server in
                server.answer(status)
                let payload = try await server.source([flights]).fetch(Self.request([UUID()]))
                #expect(payload.isWhole && payload.rows(Flight.Snapshot.self).isEmpty)
            }
        }

        @Test func aCompoundKeyFillsItsPath() async throws {
            try await WebServer.run { server in
                server.answer(200, #"{"carrier":"A/B","number":7,"place":"here"}"#)
                var legs = HTTPEndpoint(Leg.self, "legs")
                let request = RemoteRequest(
                    Query<Leg>(
                        predicate: .holdsKey(path: [], keys: [.compound([.text("A/B"), .integer(7)])])))
                _ = try await server.source([legs]).fetch(request)
                legs.object = "carriers/{carrier}/legs/{number}"
                let payload = try await server.source([legs]).fetch(request)
                #expect(server.targets == ["GET /legs/A%2FB,7", "GET /carriers/A%2FB/legs/7"])
                #expect(payload.rows(Leg.Snapshot.self).map(\.place) == ["here"])
            }
        }

        // MARK: Errors

        @Test(arguments: [400, 403, 404, 429, 500, 503]) func errorsOfTheServerAreThrown(_ status: Int)
            async throws
        {
            try await WebServer.run { server in
                server.answer(status, #"{"detail":"not today"}"#, ["Retry-After": "7"])
                let source = try server.source([flights])
                await #expect(throws: RemoteFailure(status, "not today", retryAfter: .seconds(7))) {
                    _ = try await source.fetch(RemoteRequest(Flight.all))
                }
            }
        }

        @Test(arguments: ["garbage", "{", "\u{0}", "[1,]"]) func whatIsNoJSONIsMalformed(_ body: String)
            async throws
        {
            try await WebServer.run { server in
                server.answer(200, body)
                let error = await failure {
                    _ = try await server.source([flights]).fetch(RemoteRequest(Flight.all))
                }
                #expect(error?.code == .malformed && error?.message.contains("GET /flights") == false)
                #expect(error?.message.contains("flights") == true)
            }
        }

        @Test(arguments: ["{}", "null", "7"]) func whatIsNoListIsMalformed(_ body: String) async throws {
            try await WebServer.run { server in
                server.answer(200, body)
                let error = await failure {
                    _ = try await server.source([flights]).fetch(RemoteRequest(Flight.all))
                }
                #expect(error?.code == .malformed)
            }
        }

        @Test func aLostAnswerToAQueryIsNoConnection() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]")
                server.proxy.treatAnswers(.cut(after: 30))
                let error = await failure {
                    _ = try await server.source([flights]).fetch(RemoteRequest(Flight.all))
                }
                #expect(error?.code == .unavailable)
                #expect((error?.cause as? GranaryError)?.code == .outcomeUnknown)
            }
        }

        @Test func aQueryIsAskedOnceMoreOverANewConnection() async throws {
            try await WebServer.run { server in
                server.answer { _ in
                    // The first answer gets lost with its connection.
                    if server.asked.count == 2 { server.proxy.treatAnswers(.pass) }
                    return .init(200, "[]")
                }
                server.proxy.treatAnswers(.cut(after: 0))
                let payload = try await server.source([flights]).fetch(RemoteRequest(Flight.all))
                #expect(payload.isWhole && server.asked.count == 2)
            }
        }

        @Test func aSilentServerIsGivenUpInTime() async throws {
            try await WebServer.run { server in
                let clock = DrivenClock()
                let gate = TaskGate()
                server.answer { _ in
                    await gate.wait()
                    return .init(200, "[]")
                }
                var options = HTTPOptions()
                options.clock = clock
                options.timeLimit = .seconds(30)
                let source = try server.source([flights], options)
                let task = Task { await failure { _ = try await source.fetch(RemoteRequest(Flight.all)) } }
                while server.asked.isEmpty || clock.sleepers.isEmpty { await Task.yield() }
                clock.advance(by: .seconds(29))
                clock.advance(by: .seconds(2))
                let error = await task.value
                #expect(error?.code == .unavailable)
                #expect((error?.cause as? GranaryError)?.code == .timeout)
                gate.open()
            }
        }

        @Test func aSlowAnswerWithinTheTimeIsTaken() async throws {
            try await WebServer.run { server in
                let clock = DrivenClock()
                server.answer(200, "[\(flightJSON(1))]")
                server.proxy.treatAnswers(.hold(after: 100))
                var endpoint = flights
                endpoint.timeLimit = .seconds(90)
                var options = HTTPOptions()
                options.clock = clock
                let source = try server.source([endpoint], options)
                let task = Task {
                    try await source.fetch(RemoteRequest(Flight.all)).rows(Flight.Snapshot.self)
                }
                while server.proxy.heldAnswers == 0 || clock.sleepers.isEmpty { await Task.yield() }
                clock.advance(by: .seconds(89))
                server.proxy.treatAnswers(.pass)
                #expect(try await task.value.count == 1)
            }
        }

        @Test func aModelWithoutAnEndpointIsUnsupported() async throws {
            let source = try HTTPSource("https://example.org", [flights], over: sharedTransport)
            let error = await failure { _ = try await source.fetch(RemoteRequest(Airline.all)) }
            #expect(error?.code == .unsupported && error?.context.entity == "Airline")
        }

        // MARK: Freshness

        @Test func tagsAreSentAnd304IsUnchanged() async throws {
            try await WebServer.run { server in
                server.answer { asked in
                    asked["if-none-match"] == "\"v1\"" ? .init(304) : .init(200, "[]", ["ETag": "\"v1\""])
                }
                let source = try server.source([flights])
                var request = RemoteRequest(Flight.all)
                let payload = try await source.fetch(request)
                #expect(payload.tag == "\"v1\"" && !payload.isUnchanged)
                request.tag = payload.tag
                #expect(try await source.fetch(request).isUnchanged)
            }
        }

        @Test(arguments: [
            ("max-age=60", Duration.seconds(60)), ("private, max-age=60, must-revalidate", .seconds(60)),
            ("no-store", .zero), ("no-cache, max-age=60", .zero), ("public", nil), ("max-age=x", nil),
            ("max-age=99999999999999999999", .seconds(Int64(1) << 31)), ("max-age=-1", .zero),
        ]) func cacheControlIsFreshness(_ control: String, _ expected: Duration?) async throws {
            try await WebServer.run { server in
                server.answer(200, "[]", ["Cache-Control": control])
                let payload = try await server.source([flights]).fetch(RemoteRequest(Flight.all))
                #expect(payload.freshFor == expected)
            }
        }

        @Test func theAgeOfAnAnswerCounts() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]", ["Cache-Control": "max-age=60", "Age": "50"])
                let payload = try await server.source([flights]).fetch(RemoteRequest(Flight.all))
                #expect(payload.freshFor == .seconds(10))
            }
        }

        @Test func aReloadPassesCachesOnTheWay() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]")
                var request = RemoteRequest(Flight.all)
                request.isReload = true
                _ = try await server.source([flights]).fetch(request)
                #expect(server.asked.first?["cache-control"] == "no-cache")
            }
        }

        @Test func keysWithCommasAreRequestsOfTheirOwn() async throws {
            try await WebServer.run { server in
                server.answer(200, "[]")
                var airlines = HTTPEndpoint(Airline.self, "airlines")
                airlines.query.keys = "codes"
                let keys = ["a,b", "c"].map { ObjectKey.text($0) }
                _ = await failure {
                    _ = try await server.source([airlines]).fetch(
                        RemoteRequest(Query<Airline>(predicate: .holdsKey(path: [], keys: keys))))
                }
                #expect(Set(server.targets) == ["GET /airlines/a%2Cb", "GET /airlines/c"])
            }
        }

        static func request(_ ids: [UUID]) -> RemoteRequest {
            RemoteRequest(Query<Flight>(predicate: .holdsKey(path: [], keys: ids.map { .uuid($0) }.sorted())))
        }
    }
#endif
