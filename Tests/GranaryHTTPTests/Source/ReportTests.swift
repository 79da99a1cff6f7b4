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

    /// Reports and errors have names, counts and times, and nothing that is secret.
    @Suite(.timeLimit(.minutes(1))) struct ReportTests {
        @Test func reportsCountWhatHappened() async throws {
            try await WebServer.run { server in
                server.answer(200, "[\(flightJSON(7))]")
                let reports = Collected<HTTPReport>()
                let clock = DrivenClock()
                var options = HTTPOptions()
                options.report = { reports.add($0) }
                options.clock = clock
                options.didSend = { _ in clock.advance(by: .seconds(2)) }
                _ = try await server.source([HTTPEndpoint(Flight.self, "flights")], options).fetch(
                    RemoteRequest(Flight.all))
                let report = try #require(reports.all.first)
                #expect(report.name == "Flight" && report.method == .get && report.statuses == [200])
                #expect(
                    report.requests == 1 && report.rows == 1 && report.leftOut == 0 && report.error == nil)
                #expect(report.receivedBytes > 100 && report.duration == .seconds(2))
            }
        }

        @Test func reportsNameTheErrorThatHasEndedAQuery() async throws {
            try await WebServer.run { server in
                server.answer(200, "garbage")
                let reports = Collected<HTTPReport>()
                var options = HTTPOptions()
                options.report = { reports.add($0) }
                let source = try server.source([HTTPEndpoint(Flight.self, "flights")], options)
                _ = await failure { _ = try await source.fetch(RemoteRequest(Flight.all)) }
                #expect(reports.all.map(\.error) == [.malformed])
            }
        }

        /// Whatever a server and a program hold that others should not see, all of it marked, is in no report and no error.
        @Test func nothingSecretIsInReportsAndErrors() async throws {
            try await WebServer.run { server in
                let shown = Collected<String>()
                let status = Mutex(200)
                let secret = "sesame"
                server.answer { asked in
                    let status = status.withLock { $0 }
                    let row = flightJSON(7, id: UUID(), #","note":"\#(secret)""#).replacing(
                        "\"A1\"", with: "\"\(secret)\"")
                    let rows = "[\(row),{\"gateName\":\"\(secret)\",\"number\":\"\(secret)\"}]"
                    let isObject = asked.method != "GET"
                    return .init(
                        status, status == 299 ? "\(secret)[" : isObject ? row : rows,
                        [
                            "ETag": "\"\(secret)\"", "Set-Cookie": secret,
                            "Link": "</flights?page=\(secret)>; rel=prev",
                        ])
                }
                var options = HTTPOptions()
                options.report = { shown.add(String(reflecting: $0)) }
                options.credentials = BearerToken { secret }
                options.reason = { _ in nil }
                var lenient = HTTPEndpoint(Flight.self, "flights")
                lenient.isLenient = true
                let query = Flight.where { $0.gateName == secret }
                for endpoint in [lenient, HTTPEndpoint(Flight.self, "flights")] {
                    let source = try server.source([endpoint], options)
                    for next in [200, 299, 401, 404, 410, 429, 500] {
                        status.withLock { $0 = next }
                        do { _ = try await source.fetch(RemoteRequest(query)) } catch {
                            shown.add("\(error)")
                            shown.add(String(reflecting: error))
                        }
                    }
                    for treatment in [AnswerTreatment.cut(after: 0), .cut(after: 60)] {
                        server.proxy.treatAnswers(treatment)
                        do { _ = try await source.fetch(RemoteRequest(query)) } catch {
                            shown.add("\(error)")
                        }
                    }
                    server.proxy.treatAnswers(.pass)
                    status.withLock { $0 = 201 }
                    let bench = try await WebBench(server, source, times: .withoutPauses)
                    _ = try await bench.flight(7, gate: secret)
                    try await bench.sendAll()
                }
                #expect(
                    server.asked.contains {
                        $0.target.contains(secret) && $0["authorization"]?.contains(secret) == true
                    })
                #expect(shown.all.count > 20)
                #expect(shown.all.filter { $0.contains(secret) } == [])
            }
        }
    }
#endif
