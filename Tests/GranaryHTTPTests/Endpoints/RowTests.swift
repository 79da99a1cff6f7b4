#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryHTTP
    import HTTPTypes
    import Testing

    @testable import GranarySync

    /// Rows as servers write them.
    @Suite(.timeLimit(.minutes(1))) struct RowTests {
        private func read(
            _ rows: String, _ change: (inout HTTPEndpoint) -> Void = { _ in }
        ) async throws -> (rows: [Flight.Snapshot], isWhole: Bool, report: HTTPReport?) {
            var endpoint = HTTPEndpoint(Flight.self, "flights")
            change(&endpoint)
            let transport = ScriptedTransport { _ in
                HTTPAnswer(HTTPResponse(status: .ok), body: Data(rows.utf8))
            }
            let reports = Collected<HTTPReport>()
            var options = HTTPOptions()
            options.report = { reports.add($0) }
            let airlines = HTTPEndpoint(Airline.self, "airlines")
            let source = try HTTPSource(
                "https://example.org", [endpoint, airlines], options: options, over: transport)
            let payload = try await source.fetch(RemoteRequest(Flight.all))
            return (payload.rows(Flight.Snapshot.self), payload.isWhole, reports.all.last)
        }

        private func row(_ changes: [String: String?]) -> String {
            var members = [
                "id": "\"00000000-0000-0000-0000-000000000001\"", "number": "7", "delay": "null",
                "departure": "\"2013-01-01T10:15:00Z\"", "isLate": "false", "fare": "99.5",
                "gateName": "\"A1\"",
                "airline": "null",
            ]
            for (name, value) in changes { members[name] = value }
            return "{"
                + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(
                    separator: ",") + "}"
        }

        @Test func membersThatNobodyKnowsAreLeftOut() async throws {
            #expect(try await read("[\(row(["more": "{\"deep\":[1]}"]))]").rows.map(\.number) == [7])
        }

        @Test func membersAreRenamed() async throws {
            let text = row([
                "gateName": nil, "gate_name": "\"B\"", "isLate": nil, "is_late": "true", "number": nil,
                "no": "9",
            ])
            let found = try await read("[\(text)]") {
                $0.naming = .snakeCase
                $0.renames = ["number": "no"]
            }
            #expect(found.rows.first?.gateName == "B" && found.rows.first?.number == 9)
            #expect(found.rows.first?.isLate == true)
        }

        @Test func membersLieDeeper() async throws {
            let text = row(["gateName": nil, "gate": "{\"names\":{\"short\":\"C\"}}"])
            let found = try await read("[\(text)]") { $0.renames = ["gateName": "gate.names.short"] }
            #expect(found.rows.first?.gateName == "C")
        }

        @Test(arguments: ["\"UA\"", "{\"code\":\"UA\",\"name\":\"United\"}"])
        func relationshipsAreKeysOrObjects(_ airline: String) async throws {
            let found = try await read("[\(row(["airline": airline]))]")
            #expect(found.rows.first?.airline == "UA")
        }

        @Test(arguments: [
            (HTTPDates.seconds, "1357035300"), (.seconds, "1357035300.0"), (.milliseconds, "1357035300000"),
        ])
        func datesAreNumbers(_ dates: HTTPDates, _ text: String) async throws {
            let found = try await read("[\(row(["departure": text]))]") { $0.dates = dates }
            #expect(found.rows.first?.departure == Date(timeIntervalSince1970: 1_357_035_300))
        }

        @Test func aMissingMemberIsNamed() async throws {
            let error = await failure {
                _ = try await read("[\(row(["gateName": nil]))]") { $0.mayLackProperties = false }
            }
            #expect(error?.code == .invalidValue && error?.context.properties == ["gateName"])
            #expect(error?.context.entity == "Flight")
        }

        @Test func aRowWithoutAKeyIsRefused() async throws {
            let error = await failure { _ = try await read("[\(row(["id": nil]))]") }
            #expect(error?.code == .invalidValue && error?.context.properties == ["id"])
        }

        @Test func otherMembersMayBeMissing() async throws {
            let found = try await read("[\(row(["gateName": nil, "departure": nil])),\(row([:]))]")
            #expect(found.rows.count == 2 && found.isWhole && found.report?.rows == 2)
        }

        @Test func defaultsStandForMissingMembers() async throws {
            let found = try await read("[\(row(["gateName": nil, "fare": nil]))]") {
                $0.defaults = ["gateName": .text("?"), "fare": .decimal(1.25)]
            }
            #expect(found.rows.first?.gateName == "?" && found.rows.first?.fare == 1.25)
        }

        @Test func excludedPropertiesAreNotRead() async throws {
            let found = try await read("[\(row(["delay": "\"no number\""]))]") { $0.excluded = ["delay"] }
            #expect(found.rows.count == 1 && found.rows.first?.delay == nil)
        }

        @Test(arguments: ["number": "\"seven\"", "departure": "\"soon\"", "id": "7", "isLate": "null"])
        func aWrongValueIsNamedAndNotShown(_ name: String, _ value: String) async throws {
            let error = await failure { _ = try await read("[\(row([name: value]))]") }
            #expect(error?.code == .invalidValue && error?.context.properties == [name])
            #expect(
                error?.description.contains("seven") == false && error?.description.contains("soon") == false)
        }

        @Test func lenientRowsAreLeftOutAndCounted() async throws {
            let rows = [
                row([:]), row(["number": "[]"]), "7", row(["gateName": nil]), row(["departure": "\"soon\""]),
            ]
            let found = try await read("[\(rows.joined(separator: ","))]") {
                $0.isLenient = true
                $0.mayLackProperties = false
            }
            #expect(found.rows.count == 1 && !found.isWhole)
            #expect(found.report?.leftOut == 4 && found.report?.rows == 1)
            #expect(found.report?.faults == ["number": 1, "": 1, "gateName": 1, "departure": 1])
        }

        @Test func lenientScalarsAreConvertedAndCounted() async throws {
            let text = row([
                "number": "\"12\"", "isLate": "1", "fare": "\"2.50\"", "gateName": "12", "delay": "\"-3\"",
            ])
            let found = try await read("[\(text)]") { $0.isLenient = true }
            let flight = try #require(found.rows.first)
            #expect(flight.number == 12 && flight.isLate && flight.fare == 2.5 && flight.gateName == "12")
            #expect(flight.delay == -3 && found.isWhole)
            #expect(
                found.report?.converted == ["number": 1, "isLate": 1, "fare": 1, "gateName": 1, "delay": 1])
        }

        @Test func unknownNamesInAnEndpointAreRefused() async throws {
            let error = await failure { _ = try await read("[]") { $0.excluded = ["gatename"] } }
            #expect(
                error?.code == .configuration && error?.message.contains("Did you mean “gateName”?") == true)
        }

        @Test func aListWithoutAnEndpointIsRefused() async throws {
            let error = await failure { _ = try await read("[]") { $0.alongside = ["legs": Leg.self] } }
            #expect(error?.code == .configuration && error?.context.entity == "Leg")
        }
    }
#endif
