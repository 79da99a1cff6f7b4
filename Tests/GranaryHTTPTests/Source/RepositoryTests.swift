#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryConformance
    import GranaryHTTP
    import GranaryTestSupport
    import Synchronization
    import Testing

    @testable import GranarySync

    /// A repository over a server on loopback, all the way from a query to the store.
    @Suite(.timeLimit(.minutes(1))) struct RepositoryTests {
        private let flights = HTTPEndpoint(Flight.self, "flights")

        @Test func aQueryIsServedStoredAndAnsweredWithoutANetwork() async throws {
            try await WebServer.run { server in
                server.answer(200, "[\(flightJSON(7)),\(flightJSON(8))]")
                let bench = try await WebBench(server, try server.source([flights]))
                let repository = bench.repositories[Flight.self]
                let query = Flight.all.sorted { $0.number }
                let first = try await repository.fetch(query)
                #expect(first.origin == .remote && first.map(\.number) == [7, 8])
                server.proxy.refuse()
                server.proxy.cut()
                let second = try await repository.fetch(query)
                #expect(second.origin == .local && second.isComplete && second.map(\.number) == [7, 8])
                let error = await failure { _ = try await repository.fetch(query, .remote) }
                #expect(error?.code == .unavailable)
            }
        }

        @Test func withoutANetworkTheStoreAnswersWithTheError() async throws {
            try await WebServer.run { server in
                let bench = try await WebBench(server, try server.source([flights]))
                server.proxy.refuse()
                _ = try await bench.flight(7)
                let answer = try await bench.repositories[Flight.self].fetch(Flight.all)
                #expect(answer.map(\.number) == [7] && answer.remoteError?.code == .unavailable)
                #expect(!answer.isComplete)
            }
        }

        @Test func whatIsSavedWithoutANetworkIsDeliveredOnceLater() async throws {
            try await WebServer.run { server in
                let held = Mutex<[String: String]>([:])
                server.answer { asked in
                    // The key is kept with what the write does: a repetition changes nothing.
                    held.withLock { held in
                        if let key = asked["idempotency-key"], held[key] == nil { held[key] = asked.body }
                    }
                    return .init(201)
                }
                server.proxy.refuse()
                let bench = try await WebBench(server, try server.source([flights]), times: .withoutPauses)
                let saved = try await [bench.flight(1), bench.flight(2), bench.flight(3)]
                let outbox = bench.repositories.outbox
                #expect(try await outbox.counts().waiting == 3)
                server.proxy.refuse(false)
                server.proxy.treatAnswers(.cut(after: 0))
                try await bench.sending { server.asked.count >= 2 }
                server.proxy.treatAnswers(.pass)
                try await bench.sendAll()
                let delivered = try held.withLock {
                    try $0.values.map { try Flight.Snapshot(json: $0).number }
                }
                #expect(delivered.sorted() == saved.map(\.number))
            }
        }

        @Test func aRowThatTheServerHasChangedIsTaken() async throws {
            try await WebServer.run { server in
                let id = UUID()
                let gate = Mutex("A1")
                server.answer { _ in
                    .init(200, flightJSON(7, id: id).replacing("\"A1\"", with: gate.withLock { "\"\($0)\"" }))
                }
                let bench = try await WebBench(server, try server.source([flights]))
                let repository = bench.repositories[Flight.self]
                #expect(try await repository.object(ObjectID(id))?.gateName == "A1")
                gate.withLock { $0 = "Z9" }
                #expect(try await repository.object(ObjectID(id))?.gateName == "A1")
                #expect(try await repository.object(ObjectID(id), .remote)?.gateName == "Z9")
            }
        }

        @Test func widerAnswersAreFilteredHere() async throws {
            try await WebServer.run { server in
                server.answer(200, "[\(flightJSON(7)),\(flightJSON(8)),\(flightJSON(9))]")
                let bench = try await WebBench(server, try server.source([flights]))
                let found = try await bench.repositories[Flight.self].fetch(
                    Flight.where { $0.number > 7 }.sorted { $0.number.descending }.limit(1))
                #expect(found.map(\.number) == [9])
                #expect(server.targets == ["GET /flights"])
            }
        }

        @Test func aPropertyThatAListLacksStaysAsItIs() async throws {
            try await WebServer.run { server in
                let id = UUID()
                server.answer { asked in
                    asked.target == "/flights"
                        ? .init(200, #"[{"id":"\#(id.uuidString)","number":9}]"#)
                        : .init(200, flightJSON(7, id: id).replacing("\"A1\"", with: "\"Z9\""))
                }
                let bench = try await WebBench(server, try server.source([flights]))
                let repository = bench.repositories[Flight.self]
                #expect(try await repository.object(ObjectID(id))?.gateName == "Z9")
                let found = try await repository.fetch(Flight.all, .remote)
                #expect(found.map(\.number) == [9] && found.map(\.gateName) == ["Z9"] && found.isComplete)
            }
        }

        @Test func anObjectThatWasServedInPartIsAskedForAsAWhole() async throws {
            try await WebServer.run { server in
                let id = UUID()
                server.answer { asked in
                    asked.target == "/flights"
                        ? .init(200, #"[{"id":"\#(id.uuidString)","number":7}]"#)
                        : .init(200, flightJSON(7, id: id).replacing("\"A1\"", with: "\"Z9\""))
                }
                let bench = try await WebBench(server, try server.source([flights]))
                let repository = bench.repositories[Flight.self]
                #expect(try await repository.fetch(Flight.all).isComplete == false)
                #expect(try await repository.object(ObjectID(id))?.gateName == "Z9")
                #expect(server.targets == ["GET /flights", "GET /flights/\(id.uuidString)"])
            }
        }

        @Test func anObjectThatTheServerDoesNotHaveAnyMoreIsDeleted() async throws {
            try await WebServer.run { server in
                let id = UUID()
                server.answer(200, flightJSON(7, id: id))
                let bench = try await WebBench(server, try server.source([flights]))
                let repository = bench.repositories[Flight.self]
                #expect(try await repository.object(ObjectID(id)) != nil)
                server.answer(404)
                #expect(try await repository.object(ObjectID(id), .remote) == nil)
                #expect(try await repository.object(ObjectID(id), .local) == nil)
            }
        }

        @Test func anAnswerThatIsUnchangedIsNotServedAgain() async throws {
            try await WebServer.run { server in
                let row = flightJSON(7)
                server.answer { asked in
                    asked["if-none-match"] == "\"v1\""
                        ? .init(304) : .init(200, "[\(row)]", ["ETag": "\"v1\""])
                }
                let bench = try await WebBench(server, try server.source([flights]))
                let repository = bench.repositories[Flight.self]
                for _ in 0..<2 {
                    #expect(try await repository.fetch(Flight.all, .remote).map(\.number) == [7])
                }
                #expect(server.asked.map { $0["if-none-match"] } == [nil, "\"v1\""])
            }
        }

        @Test func aReferenceToAnAirlineThatIsNotHereIsAskedFor() async throws {
            try await WebServer.run { server in
                server.answer { asked in
                    asked.target == "/flights"
                        ? .init(
                            200,
                            "[\(flightJSON(7).replacing("\"airline\":null", with: "\"airline\":\"UA\""))]")
                        : .init(200, #"{"code":"UA","name":"United"}"#)
                }
                let source = try server.source([flights, HTTPEndpoint(Airline.self, "airlines")])
                let bench = try await WebBench(server, source)
                let found = try await bench.repositories[Flight.self].fetch(Flight.all)
                #expect(found.first?.airline == "UA")
                #expect(server.targets == ["GET /flights", "GET /airlines/UA"])
            }
        }

        @Test func changesSinceACheckpointAreTakenOver() async throws {
            try await WebServer.run { server in
                let (kept, gone) = (UUID(), UUID())
                server.answer { asked in
                    switch asked.target {
                    case "/changes":
                        .init(
                            200,
                            #"{"flights":[\#(flightJSON(1, id: kept)),\#(flightJSON(2, id: gone))],"checkpoint":5,"more":true}"#
                        )
                    case "/changes?since=5": .init(200, #"{"gone":["\#(gone.uuidString)"],"checkpoint":6}"#)
                    default: .init(410)
                    }
                }
                let source = try server.source(
                    [flights],
                    changes: HTTPChanges(
                        "changes", rows: ["flights": Flight.self], deleted: ["gone": Flight.self]))
                let bench = try await WebBench(server, source)
                try await bench.repositories.refresh()
                let found = try await bench.repositories[Flight.self].fetch(Flight.all, .local)
                #expect(found.map(\.id) == [kept])
            }
        }

        @Test func pagesAreContinuedOnDemand() async throws {
            try await WebServer.run { server in
                server.answer { asked in
                    asked.target.contains("page=2")
                        ? .init(200, "[\(flightJSON(2))]")
                        : .init(200, "[\(flightJSON(1))]", ["Link": "<?page=2>; rel=next"])
                }
                var endpoint = flights
                endpoint.paging = .link
                endpoint.paging.isOnDemand = true
                let bench = try await WebBench(server, try server.source([endpoint]))
                let repository = bench.repositories[Flight.self]
                let first = try await repository.fetch(Flight.all, .remote)
                let next = try #require(first.next)
                let second = try await repository.fetch(next)
                #expect(
                    second.next == nil && second.isComplete && second.count == 2 && server.asked.count == 2)
            }
        }

        @Test func everythingWorksOverARecording() async throws {
            let temporary = try TemporaryDirectory()
            try await WebServer.run { server in
                server.answer(200, "[\(flightJSON(7))]")
                let recording = RecordedTransport(recording: sharedTransport, to: temporary.url)
                let source = try HTTPSource(server.address, [flights], over: recording)
                _ = try await source.fetch(RemoteRequest(Flight.all))
            }
            let source = try HTTPSource(
                "https://example.org", [flights], over: RecordedTransport(replaying: temporary.url))
            let payload = try await source.fetch(RemoteRequest(Flight.all))
            #expect(payload.rows(Flight.Snapshot.self).map(\.number) == [7])
        }
    }
#endif
