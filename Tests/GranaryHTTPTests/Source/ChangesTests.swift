#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryHTTP
    import Testing

    @testable import GranarySync

    /// What has changed since a checkpoint, over HTTP.
    @Suite(.timeLimit(.minutes(1))) struct ChangesTests {
        private func source(_ server: WebServer) throws -> HTTPSource {
            try server.source(
                [HTTPEndpoint(Flight.self, "flights"), HTTPEndpoint(Leg.self, "legs")],
                changes: HTTPChanges(
                    "changes", rows: ["flights": Flight.self],
                    deleted: ["gone.flights": Flight.self, "gone.legs": Leg.self]))
        }

        @Test func changesHaveRowsDeletionsAndACheckpoint() async throws {
            try await WebServer.run { server in
                let id = UUID()
                server.answer(
                    200,
                    """
                    {"flights":[\(flightJSON(7))],"checkpoint":81,"more":true,
                     "gone":{"flights":["\(id.uuidString)",{"id":"\(id.uuidString)"}],"legs":[{"carrier":"UA","number":"7"}]}}
                    """)
                let changes = try await source(server).changes(since: Data("80&".utf8))
                #expect(server.targets == ["GET /changes?since=80%26"])
                #expect(changes.rows.rows(Flight.Snapshot.self).map(\.number) == [7])
                #expect(changes.checkpoint == Data("81".utf8) && changes.hasMore)
                #expect(changes.deleted.map(\.model) == ["Flight", "Flight", "Leg"])
                #expect(
                    changes.deleted.map(\.key) == [
                        .uuid(id), .uuid(id), .compound([.text("UA"), .integer(7)]),
                    ])
            }
        }

        @Test func theBeginningHasNoCheckpoint() async throws {
            try await WebServer.run { server in
                server.answer(200, #"{"checkpoint":"a"}"#)
                let changes = try await source(server).changes(since: nil)
                #expect(server.targets == ["GET /changes"] && !changes.hasMore && !changes.isExpired)
            }
        }

        @Test func aCheckpointThatIsTooOldIsExpired() async throws {
            try await WebServer.run { server in
                server.answer(410)
                let changes = try await source(server).changes(since: Data("1".utf8))
                #expect(changes.isExpired)
                await #expect(throws: RemoteFailure.self) { _ = try await source(server).changes(since: nil) }
            }
        }

        @Test(arguments: ["{}", "[]", #"{"checkpoint":null}"#, #"{"checkpoint":""}"#])
        func changesWithoutACheckpointAreMalformed(_ body: String) async throws {
            try await WebServer.run { server in
                server.answer(200, body)
                let error = await failure { _ = try await source(server).changes(since: nil) }
                #expect(error?.code == .malformed)
            }
        }

        @Test func aKeyThatIsNoneIsAnError() async throws {
            try await WebServer.run { server in
                server.answer(200, #"{"checkpoint":"a","gone":{"flights":["no-key"]}}"#)
                let error = await failure { _ = try await source(server).changes(since: nil) }
                #expect(error?.code == .invalidValue && error?.description.contains("no-key") == false)
            }
        }

        @Test(arguments: [#"{"checkpoint":"a","flights":{}}"#, #"{"checkpoint":"a","gone":{"legs":7}}"#])
        func whatIsNoListIsNotPassedOver(_ body: String) async throws {
            try await WebServer.run { server in
                server.answer(200, body)
                let error = await failure { _ = try await source(server).changes(since: nil) }
                #expect(error?.code == .malformed)
            }
        }

        @Test func aSourceWithoutAPlaceOfChangesIsUnsupported() async throws {
            let source = try HTTPSource(
                "https://example.org", [HTTPEndpoint(Flight.self, "flights")], over: sharedTransport)
            let error = await failure { _ = try await source.changes(since: nil) }
            #expect(error?.code == .unsupported)
        }
    }
#endif
