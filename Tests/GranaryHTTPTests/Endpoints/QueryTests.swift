#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryHTTP
    import HTTPTypes
    import Testing

    @testable import GranarySync

    /// What servers are asked, and what is left to the store.
    @Suite(.timeLimit(.minutes(1))) struct QueryTests {
        /// The path of a request, and what its answer covers.
        private func asked(
            _ query: Query<Flight>, _ style: HTTPQueryStyle = .brackets,
            _ change: (inout HTTPEndpoint) -> Void = { _ in }
        ) async throws -> (path: String, covers: RemoteRequest?) {
            var endpoint = HTTPEndpoint(Flight.self, "flights")
            endpoint.query = style
            change(&endpoint)
            return try await asked(RemoteRequest(query), [endpoint])
        }

        private func asked(
            _ request: RemoteRequest, _ endpoints: [HTTPEndpoint]
        ) async throws -> (path: String, covers: RemoteRequest?) {
            let paths = Collected<String>()
            let transport = ScriptedTransport { call in
                paths.add(call.request.path ?? "")
                return HTTPAnswer(HTTPResponse(status: .ok), body: Data("[]".utf8))
            }
            let source = try HTTPSource("https://example.org", endpoints, over: transport)
            let payload = try await source.fetch(request)
            return (paths.all.joined(separator: " "), payload.covers)
        }

        @Test func equalitiesAreParameters() async throws {
            let (path, covers) = try await asked(
                Flight.where { $0.number == 7 && $0.gateName == "B & 2" && $0.isLate == true })
            #expect(path == "/flights?number=7&gateName=B%20%26%202&isLate=true" && covers == nil)
        }

        @Test func relationshipsAreEqualitiesToo() async throws {
            let (path, covers) = try await asked(Flight.where { $0.airline.code == "UA" }, .equalities)
            #expect(path == "/flights?airline=UA" && covers == nil || path == "/flights" && covers != nil)
        }

        @Test func rangesHaveBrackets() async throws {
            let (path, covers) = try await asked(
                Flight.where { $0.number > 7 && $0.number <= 9 && $0.number != 8 })
            #expect(path == "/flights?number[gt]=7&number[lte]=9&number[ne]=8" && covers == nil)
        }

        @Test func datesAreWrittenAsTheServerDoes() async throws {
            let date = Date(timeIntervalSince1970: 1_357_035_300)
            let query = Flight.where { $0.departure >= date }
            #expect(try await asked(query).path == "/flights?departure[gte]=2013-01-01T10%3A15%3A00Z")
            #expect(
                try await asked(query) { $0.dates = .milliseconds }.path
                    == "/flights?departure[gte]=1357035300000")
        }

        @Test func listsHaveCommas() async throws {
            let (path, covers) = try await asked(Flight.where { $0.number.isIn([1, 2]) })
            #expect(path == "/flights?number[in]=1,2" && covers == nil)
        }

        @Test func aListWithACommaInATextIsNotAsked() async throws {
            let (path, covers) = try await asked(Flight.where { $0.gateName.isIn(["a,b", "c"]) })
            #expect(path == "/flights" && covers != nil)
        }

        @Test func orderAndLimitAreAsked() async throws {
            let (path, covers) = try await asked(
                Flight.where { $0.number > 7 }.sorted { $0.number.descending }.limit(10).offset(20))
            #expect(path == "/flights?number[gt]=7&sort=-number,-id&limit=10&offset=20" && covers == nil)
        }

        @Test func namesAreThoseOfTheServer() async throws {
            let (path, _) = try await asked(Flight.where { $0.gateName == "A" }.sorted { $0.number }) {
                $0.naming = .snakeCase
                $0.renames = ["number": "no"]
                $0.query.ordersByKey = false
            }
            #expect(path == "/flights?gate_name=A&sort=no")
        }

        @Test func whatCannotBeAskedIsLeftOut() async throws {
            let query = Flight.where { $0.number == 7 && $0.gateName.contains("A") }.limit(5)
            let (path, covers) = try await asked(query)
            #expect(path == "/flights?number=7")
            let wider = try #require(covers)
            #expect(
                wider.limit == nil
                    && wider.predicate == RemoteRequest(Flight.where { $0.number == 7 }).predicate)
        }

        @Test func nilIsNotAskedFor() async throws {
            let (path, covers) = try await asked(Flight.where { $0.delay == nil })
            #expect(path == "/flights" && covers?.predicate == nil && covers != nil)
        }

        @Test func alternativesAreNotAskedFor() async throws {
            let (path, covers) = try await asked(Flight.where { $0.number == 7 || $0.number == 8 })
            #expect(path == "/flights" && covers != nil)
        }

        @Test func aLimitWithoutItsOrderIsNotAsked() async throws {
            var style = HTTPQueryStyle.brackets
            style.order = nil
            let (path, covers) = try await asked(Flight.all.sorted { $0.number }.limit(3), style)
            #expect(path == "/flights" && covers?.limit == nil && covers != nil)
        }

        @Test func anOrderWithoutALimitNeedNotBeAsked() async throws {
            let (path, covers) = try await asked(Flight.all.sorted { $0.number }, .none)
            #expect(path == "/flights" && covers == nil)
        }

        @Test func moreThanWantedMayBeForbidden() async throws {
            let error = await failure {
                _ = try await asked(Flight.where { $0.gateName.contains("secret") }) {
                    $0.mayAskForMore = false
                }
            }
            #expect(error?.code == .unsupported && error?.description.contains("secret") == false)
        }

        @Test func pathsTakeEqualities() async throws {
            let (path, covers) = try await asked(Flight.where { $0.gateName == "A/1" && $0.number == 7 }) {
                $0.list = "gates/{gateName}/flights"
            }
            #expect(path == "/gates/A%2F1/flights?number=7" && covers == nil)
        }

        @Test func theFirstEndpointThatFitsAnswers() async throws {
            var ofGate = HTTPEndpoint(Flight.self, "gates/{gateName}/flights")
            ofGate.isForReading = true
            let endpoints = [ofGate, HTTPEndpoint(Flight.self, "flights")]
            #expect(
                try await asked(RemoteRequest(Flight.where { $0.gateName == "A" }), endpoints).path
                    == "/gates/A/flights")
            #expect(try await asked(RemoteRequest(Flight.all), endpoints).path == "/flights")
        }

        @Test func anEndpointMaySayWhatItAnswers() async throws {
            var recent = HTTPEndpoint(Flight.self, "recent")
            recent.answers = { $0.limit != nil }
            let endpoints = [recent, HTTPEndpoint(Flight.self, "flights")]
            #expect(try await asked(RemoteRequest(Flight.all.limit(1)), endpoints).path == "/recent")
            #expect(try await asked(RemoteRequest(Flight.all), endpoints).path == "/flights")
        }

        @Test func dotsLeadToNoOtherPlace() async throws {
            let error = await failure {
                _ = try await asked(Flight.where { $0.gateName == ".." }) {
                    $0.list = "gates/{gateName}/flights"
                }
            }
            #expect(error?.code == .unsupported)
        }

        @Test func namedQueriesHavePathsOfTheirOwn() async throws {
            var endpoint = HTTPEndpoint(Flight.self, "flights")
            endpoint.named = ["discover": "people/{person}/discover"]
            let request = RemoteRequest(
                model: "Flight", named: "discover", ["person": .integer(7), "mood": .text("good")])
            #expect(try await asked(request, [endpoint]).path == "/people/7/discover?mood=good")
            let error = await failure {
                _ = try await asked(RemoteRequest(model: "Flight", named: "other", [:]), [endpoint])
            }
            #expect(error?.code == .unsupported)
        }
    }
#endif
