#if HTTP
    import Granary
    import Testing

    @testable import GranaryHTTP

    /// Names, dates, addresses and header fields, without a server.
    @Suite struct NamingTests {
        @Test(arguments: [
            ("gateName", "gate_name"), ("id", "id"), ("httpURL", "http_url"), ("URLPath", "url_path"),
            ("isA", "is_a"), ("a1B", "a1_b"), ("already_there", "already_there"),
        ]) func snakeCase(_ name: String, _ expected: String) {
            #expect(HTTPNaming.snakeCase.member(name) == expected)
            #expect(HTTPNaming.asDeclared.member(name) == name)
        }

        @Test(arguments: [
            (HTTPDates.seconds, "1357035300"), (.milliseconds, "1357035300000"),
            (.text, "\"2013-01-01T10:15:00Z\""),
        ]) func dates(_ dates: HTTPDates, _ text: String) throws {
            let json = try dates.json(1_357_035_300_000_000)
            #expect(JSONWriter.text(of: json) == text)
            #expect(dates.text(of: json) == "2013-01-01T10:15:00Z")
        }

        @Test(arguments: [
            (Int64(1_500_000), "1.5"), (-1_500_000, "-1.5"), (-1, "-0.000001"), (0, "0"), (10_000_000, "10"),
        ]) func fractionsOfSeconds(_ microseconds: Int64, _ text: String) throws {
            let json = try HTTPDates.seconds.json(microseconds)
            #expect(JSONWriter.text(of: json) == text)
        }

        @Test func daysAreDatesToo() {
            #expect(HTTPDates.text.text(of: .text("2013-01-01")) == "2013-01-01T00:00:00Z")
            #expect(HTTPDates.seconds.text(of: .text("2013")) == nil)
            #expect(HTTPDates.seconds.text(of: .number(JSONNumber(text: "1e300"))) == nil)
        }

        @Test(arguments: [
            "example.org", "ftp://example.org", "https://", "https://user@example.org", "https://a b",
            "https://example.org?x=1", "https://example.org:", "https://example.org:99999", "https://:80",
            "https://[::1", "https://[::1]x",
        ]) func otherAddressesAreRefused(_ address: String) {
            #expect { try Place(address) } throws: { ($0 as? GranaryError)?.code == .configuration }
        }

        @Test func addresses() throws {
            let place = try Place("HTTPS://example.org:8080/v2/")
            #expect(place.scheme == "https" && place.authority == "example.org:8080" && place.base == "/v2")
            #expect(
                place.path("flights", [("a b", "c,d&"), ("e[gt]", "1")]) == "/v2/flights?a%20b=c,d%26&e[gt]=1"
            )
            #expect(try place.path(ofNext: "?page=2", after: "/v2/flights?x") == "/v2/flights?page=2")
            #expect(try place.path(ofNext: "more", after: "/v2/flights") == "/v2/more")
            #expect(try place.path(ofNext: "/else", after: "/v2/flights") == "/else")
            #expect(throws: GranaryError.self) { try place.path(ofNext: "//evil.org/x", after: "/v2") }
            #expect(try place.path(ofNext: "/else?from=http://a", after: "/v2") == "/else?from=http://a")
            #expect(try Place("http://[::1]:80/v2").authority == "[::1]:80")
        }

        @Test func pathsAreFilled() throws {
            #expect(try Place.filled("a/{b}/{c}", { [$0 + "/"] }) == "a/b%2F/c%2F")
            #expect(try Place.filled("a/{key}", { _ in ["x,y", "z"] }) == "a/x%2Cy,z")
            #expect(try Place.filled("a/{key}", { _ in ["x", "y,z"] }) == "a/x,y%2Cz")
            #expect(try Place.filled("a/{b}", { _ in nil }) == nil)
            #expect(throws: GranaryError.self) { try Place.filled("a/{b", { [$0] }) }
            #expect(Place.names(in: "a/{b}/{c}") == ["b", "c"])
        }

        @Test func datesOfHeaderFields() {
            #expect(HTTPDate.seconds("Tue, 01 Jan 2013 10:15:00 GMT") == 1_357_035_300)
            #expect(HTTPDate.seconds("Tue, 01 Jan 2013") == nil)
            #expect(HTTPDate.seconds("Tue, 41 Jan 2013 10:15:00 GMT") == nil)
        }
    }
#endif
