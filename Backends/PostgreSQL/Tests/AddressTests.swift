import Granary
import Testing

@testable import GranaryPostgreSQL

/// What a configuration says about the server decides how much TLS must prove.
@Suite struct AddressTests {
    private func options(_ values: [String: String]) throws -> PostgreSQLOptions {
        try PostgreSQLOptions(
            StoreConfiguration(name: "Default", type: .postgresql, options: StoreOptions(values)))
    }

    private func mode(_ values: [String: String]) throws -> String? {
        try options(values).connectionParameters.last { $0.0 == "sslmode" }?.1
    }

    @Test(arguments: [
        "postgresql://db.example.org/a", "postgresql://127.example.org/a",
        "postgresql://127.0.0.1.example.org/a",
        "postgresql:///a?host=localhost&hostaddr=10.1.2.3", "postgresql:///a?hostaddr=10.1.2.3",
        "postgresql:///a?host=/run&hostaddr=10.1.2.3", "postgresql://localhost,db.example.org/a",
        "postgresql:///a?host=localhost,localhost&hostaddr=127.0.0.1,10.1.2.3",
        "postgresql:///?service=other",
        "postgresql://localhost/a?service=other",
    ])
    func anotherMachineMustProveWhoItIs(_ url: String) throws {
        #expect(try mode(["url": url]) == "verify-full")
        #expect(try mode(["url": url, "tls": "require"]) == "require")
    }

    @Test(arguments: [
        "postgresql://localhost/a", "postgresql://127.0.0.1/a", "postgresql://127.1.2.3,localhost/a",
        "postgresql://[::1]/a", "postgresql:///a?host=/run/postgresql", "postgresql:///a?host=@abstract",
        "postgresql://db.example.org/a?hostaddr=127.0.0.1",
    ])
    func thisMachineNeedNot(_ url: String) throws { #expect(try mode(["url": url]) == "prefer") }

    @Test func aServiceIsNamed() throws {
        #expect(try options(["url": "postgresql:///?service=other"]).serverName == "service other")
        let url = "postgresql://localhost/a?service=other"
        #expect(try options(["url": url]).serverName == "service other/localhost/a")
        #expect(try options(["url": "postgresql:///a?hostaddr=10.1.2.3"]).serverName == "10.1.2.3:5432/a")
    }

    @Test func aQuoteUnderAMarkInTheNameOfTheSchemaIsDoubled() throws {
        let schema = "a\"\u{301}; drop"
        let parameters = try options(["schema": schema]).settings(isLocal: false)
        let path = String(decoding: parameters.bytes.bytes.prefix(parameters.places[0].length), as: UTF8.self)
        #expect(path == "\"a\"\"\u{301}; drop\", pg_catalog")
    }
}
