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

    /// Saves reach a server over HTTP, each once.
    @Suite(.timeLimit(.minutes(1))) struct SendTests {
        private let flights = HTTPEndpoint(Flight.self, "flights")

        private func bench(
            _ server: WebServer, _ endpoints: [HTTPEndpoint]? = nil, commands: [HTTPCommand] = [],
            _ options: HTTPOptions = HTTPOptions()
        ) async throws -> WebBench {
            try await WebBench(
                server, try server.source(endpoints ?? [flights], commands: commands, options),
                times: .withoutPauses)
        }

        @Test func aNewObjectIsPosted() async throws {
            try await WebServer.run { server in
                server.answer(201)
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                let asked = try #require(server.asked.first)
                #expect(server.targets == ["POST /flights"])
                #expect(asked["content-type"] == "application/json")
                #expect(try Flight.Snapshot(json: asked.body) == flight)
                #expect(asked["idempotency-key"].flatMap { UUID(uuidString: $0) } != nil)
            }
        }

        @Test func changedPropertiesArePatched() async throws {
            try await WebServer.run { server in
                server.answer(200)
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                try await bench.save { try $0.object(flight.objectID)?.gateName = "B2" }
                try await bench.sendAll()
                #expect(server.targets.last == "PATCH /flights/\(flight.id.uuidString)")
                #expect(server.asked.last?.body == #"{"gateName":"B2"}"#)
            }
        }

        @Test func aDeletedObjectIsDeleted() async throws {
            try await WebServer.run { server in
                server.answer(204)
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                try await bench.save { context in try context.object(flight.objectID).map(context.delete) }
                try await bench.sendAll()
                #expect(server.targets.last == "DELETE /flights/\(flight.id.uuidString)")
                #expect(server.asked.last?.body == "")
            }
        }

        @Test func theServersRowIsTaken() async throws {
            try await WebServer.run { server in
                server.answer { asked in
                    .init(201, asked.body.replacing("\"A1\"", with: "\"Z9\""))
                }
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                let stored = try await bench.repositories[Flight.self].object(flight.objectID, .local)
                #expect(stored?.gateName == "Z9")
            }
        }

        @Test func anAnswerThatCannotBeReadIsAcceptedAllTheSame() async throws {
            try await WebServer.run { server in
                server.answer(200, #"{"status":"done"}"#)
                let bench = try await bench(server)
                _ = try await bench.flight(7)
                try await bench.sendAll()
                #expect(server.asked.count == 1)
            }
        }

        @Test func namesDatesAndExcludedPropertiesAreThoseOfTheEndpoint() async throws {
            try await WebServer.run { server in
                server.answer(201)
                var endpoint = flights
                endpoint.naming = .snakeCase
                endpoint.dates = .seconds
                endpoint.excluded = ["fare", "isLate", "delay", "airline"]
                endpoint.renames = ["gateName": "gate.name"]
                let bench = try await bench(server, [endpoint])
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                #expect(
                    server.asked.first?.body
                        == #"{"id":"\#(flight.id.uuidString)","number":7,"departure":1357035300,"gate":{"name":"A1"}}"#
                )
            }
        }

        @Test func anUpdateOfExcludedPropertiesIsNotSent() async throws {
            try await WebServer.run { server in
                server.answer(201)
                var endpoint = flights
                endpoint.excluded = ["gateName"]
                let bench = try await bench(server, [endpoint])
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                try await bench.save { try $0.object(flight.objectID)?.gateName = "B2" }
                try await bench.sendAll()
                #expect(server.asked.count == 1)
            }
        }

        @Test func objectsMayBePutAtTheirPlace() async throws {
            try await WebServer.run { server in
                server.answer(201)
                var endpoint = flights
                endpoint.insertion = .put
                let bench = try await bench(server, [endpoint])
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                #expect(server.targets == ["PUT /flights/\(flight.id.uuidString)"])
            }
        }

        @Test func formsHaveFields() async throws {
            try await WebServer.run { server in
                server.answer(201)
                var endpoint = HTTPEndpoint(Airline.self, "airlines")
                endpoint.body = .form
                let bench = try await bench(server, [endpoint])
                try await bench.save { try $0.insert(Airline("UA", "United & Co")) }
                try await bench.sendAll()
                #expect(server.asked.first?.body == "code=UA&name=United%20%26%20Co")
                #expect(server.asked.first?["content-type"] == "application/x-www-form-urlencoded")
            }
        }

        @Test func referencesAreKeysOrObjects() async throws {
            try await WebServer.run { server in
                server.answer(201)
                var endpoint = flights
                endpoint.references = .objects
                let bench = try await bench(server, [endpoint, HTTPEndpoint(Airline.self, "airlines")])
                let flight = try await bench.flight(7)
                try await bench.save { context in
                    let airline = Airline("UA", "United")
                    try context.insert(airline)
                    try context.object(flight.objectID)?.airline = airline
                }
                try await bench.sendAll()
                #expect(
                    server.asked.last { $0.target.hasPrefix("/flights") }?.body.contains(
                        #""airline":{"code":"UA"}"#) == true)
            }
        }

        @Test func pairsOfManyToManyAreAddedAndRemoved() async throws {
            try await WebServer.run { server in
                server.answer(201)
                let bench = try await bench(server, [flights, HTTPEndpoint(Passenger.self, "passengers")])
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                try await bench.save { context in
                    let passenger = Passenger("Ada")
                    try context.insert(passenger)
                    try context.object(flight.objectID)?.passengers.append(passenger)
                }
                try await bench.sendAll()
                #expect(
                    server.asked.contains {
                        $0.body.contains(#"{"added":[""#) && $0.body.contains(#""removed":[]"#)
                    })
            }
        }

        @Test func writesOfOneObjectStayInTheirOrder() async throws {
            try await WebServer.run { server in
                server.answer(201)
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                try await bench.save { context in
                    try context.enqueue(RemoteCommand("checkIn", about: [.init(flight.objectID)]))
                }
                try await bench.save { try $0.object(flight.objectID)?.gateName = "B2" }
                let outbox = bench.repositories.outbox
                try await bench.sending { try await outbox.counts().refused == 1 }
                #expect(server.targets == ["POST /flights"])
            }
        }

        @Test func objectsThatTheServerNumbersAreAtItsNumbers() async throws {
            try await WebServer.run { server in
                server.answer(200, #"{"id":17,"text":"hi"}"#)
                var endpoint = HTTPEndpoint(Remark.self, "remarks")
                endpoint.excluded = ["serverID"]
                endpoint.sendsKeys = false
                let bench = try await bench(server, [endpoint])
                try await bench.save { try $0.insert(Remark("hi")) }
                try await bench.sendAll()
                try await bench.save { try $0.fetch(Remark.all).first?.text = "ho" }
                try await bench.sendAll()
                #expect(server.targets == ["POST /remarks", "PATCH /remarks/17"])
                #expect(server.asked.map(\.body) == [#"{"text":"hi"}"#, #"{"text":"ho"}"#])
            }
        }

        // MARK: Fates

        @Test func aWriteWhoseAnswerIsCutIsSentAgainWithItsKey() async throws {
            try await WebServer.run { server in
                server.answer(201)
                server.proxy.treatAnswers(.cut(after: 10))
                let bench = try await bench(server)
                _ = try await bench.flight(7)
                try await bench.sending { server.asked.count >= 3 }
                server.proxy.treatAnswers(.pass)
                try await bench.sendAll()
                #expect(Set(server.asked.map { $0["idempotency-key"] }).count == 1)
            }
        }

        @Test func aSilentServerGetsTheWriteAgain() async throws {
            try await WebServer.run { server in
                let clock = DrivenClock()
                let gate = TaskGate()
                server.answer { _ in
                    await gate.wait()
                    return .init(201)
                }
                var options = HTTPOptions()
                options.clock = clock
                let bench = try await bench(server, nil, options)
                _ = try await bench.flight(7)
                try await bench.sending {
                    clock.advance(by: .seconds(61))
                    return server.asked.count >= 2
                }
                gate.open()
                try await bench.sendAll()
                #expect(Set(server.asked.map { $0["idempotency-key"] }).count == 1)
            }
        }

        @Test(arguments: [408, 425, 429, 500, 503]) func theseAreTriedAgain(_ status: Int) async throws {
            try await WebServer.run { server in
                let count = Mutex(0)
                server.answer { _ in
                    let isFirst = count.withLock { count in
                        count += 1
                        return count == 1
                    }
                    return isFirst ? .init(status, "", ["Retry-After": "0"]) : .init(201)
                }
                let bench = try await bench(server)
                _ = try await bench.flight(7)
                try await bench.sendAll()
                #expect(server.asked.count == 2)
            }
        }

        @Test(arguments: [400, 404, 422]) func theseAreRefusedWithTheServersReason(_ status: Int) async throws
        {
            try await WebServer.run { server in
                server.answer(status, #"{"error":{"message":"no such gate"}}"#)
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                let outbox = bench.repositories.outbox
                try await bench.sending { try await outbox.counts().refused == 1 }
                #expect(try await outbox.state(of: flight.objectID) == .refused("no such gate"))
            }
        }

        @Test(arguments: [409, 412]) func theseAreConflictsWithTheServersRow(_ status: Int) async throws {
            try await WebServer.run { server in
                let theirs = Mutex<String?>(nil)
                server.answer { asked in
                    asked.method == "PATCH" ? .init(status, theirs.withLock { $0 } ?? "") : .init(201)
                }
                let seen = Collected<(RefusalCause, Value?)>()
                let bench = try await WebBench(server, try server.source([flights]), times: .withoutPauses) {
                    refused in
                    seen.add((refused.cause, refused.theirs?["gateName"]?.first))
                    return .takeRemote
                }
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                theirs.withLock { $0 = flightJSON(7, id: flight.id).replacing("\"A1\"", with: "\"Z9\"") }
                try await bench.save { try $0.object(flight.objectID)?.gateName = "B2" }
                let outbox = bench.repositories.outbox
                try await bench.sending {
                    let counts = try await outbox.counts()
                    return counts.waiting == 0 && counts.refused == 0
                }
                #expect(seen.all.first?.0 == .conflict && seen.all.first?.1 == .text("Z9"))
                let stored = try await bench.repositories[Flight.self].object(flight.objectID, .local)
                #expect(stored?.gateName == "Z9")
            }
        }

        @Test func anUpdateOfAnObjectThatIsGoneIsARefusal() async throws {
            try await WebServer.run { server in
                server.answer { $0.method == "PATCH" ? .init(410) : .init(201) }
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                try await bench.save { try $0.object(flight.objectID)?.gateName = "B2" }
                let outbox = bench.repositories.outbox
                try await bench.sending { try await outbox.counts().refused == 1 }
                #expect(server.targets.count == 2)
            }
        }

        @Test(arguments: [404, 410]) func aDeletionOfWhatIsGoneIsAccepted(_ status: Int) async throws {
            try await WebServer.run { server in
                server.answer { $0.method == "DELETE" ? .init(status) : .init(201) }
                let bench = try await bench(server)
                let flight = try await bench.flight(7)
                try await bench.sendAll()
                try await bench.save { context in try context.object(flight.objectID).map(context.delete) }
                try await bench.sendAll()
                #expect(try await bench.repositories.outbox.counts().refused == 0)
            }
        }

        @Test func aWriteWithoutAnEndpointIsRefusedAndSaysSo() async throws {
            try await WebServer.run { server in
                var endpoint = flights
                endpoint.isForReading = true
                let bench = try await bench(server, [endpoint])
                _ = try await bench.flight(7)
                let outbox = bench.repositories.outbox
                try await bench.sending { try await outbox.counts().refused == 1 }
                #expect(server.asked.isEmpty)
            }
        }

        @Test func aPathOfWritesHasNoOtherPropertiesThanTheKey() async throws {
            let error = await failure {
                _ = try HTTPSource(
                    "http://localhost", [HTTPEndpoint(Flight.self, "gates/{gateName}/flights")],
                    over: sharedTransport)
            }
            #expect(error?.code == .configuration && error?.message.contains("gateName") == true)
        }

        // MARK: Commands

        @Test func commandsGoToTheirPlace() async throws {
            try await WebServer.run { server in
                server.answer(202)
                let bench = try await bench(
                    server, commands: [HTTPCommand("checkIn", "flights/{key}/checkIn")])
                let flight = try await bench.flight(7)
                try await bench.save { context in
                    try context.enqueue(
                        RemoteCommand("checkIn", Data(#"{"seat":1}"#.utf8), about: [.init(flight.objectID)]))
                }
                try await bench.sendAll()
                #expect(server.targets == ["POST /flights", "POST /flights/\(flight.id.uuidString)/checkIn"])
                #expect(server.asked.last?.body == #"{"seat":1}"#)
                #expect(server.asked.last?["idempotency-key"] != server.asked.first?["idempotency-key"])
            }
        }

        @Test func aCommandThatNobodyKnowsIsRefused() async throws {
            try await WebServer.run { server in
                let bench = try await bench(server)
                try await bench.save { try $0.enqueue(RemoteCommand("unknown")) }
                let outbox = bench.repositories.outbox
                try await bench.sending { try await outbox.counts().refused == 1 }
                #expect(server.asked.isEmpty)
            }
        }
    }

    extension SyncTimes {
        /// Tries again at once.
        static var withoutPauses: SyncTimes {
            var times = SyncTimes()
            times.firstPause = .zero
            times.longestPause = .zero
            return times
        }
    }
#endif
