import Granary
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// What a configuration says about the server decides how much TLS must prove.
@Suite struct AddressTests {
    private func options(_ values: [String: String]) throws -> PostgreSQLOptions {
        try PostgreSQLOptions(
            StoreConfiguration(name: "Default", type: .postgresql, options: StoreOptions(values)))
    }

    /// What `granary config show` prints as a default is what an option left out means.
    @Test func theDefaultsThatAreToldCount() throws {
        var told: [String: String] = [:]
        for option in PostgreSQLOptions.descriptions { told[option.name] = option.defaultValue }
        #expect(told.count == 13)
        let (given, usual) = (try options(told), try options([:]))
        #expect(given.serverKey == usual.serverKey && given.schema == usual.schema)
        #expect(given.settings(isLocal: false) == usual.settings(isLocal: false))
        #expect(given.resolveTimeout == usual.resolveTimeout && given.keepsSettings == usual.keepsSettings)
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

    /// A sign with a mark behind it is one letter to Swift, and two to libpq.
    @Test func signsCountWhateverMarkFollows() throws {
        #expect(ServerAddress.list("a,\u{301}b,") == ["a", "\u{301}b", ""])
        #expect(try mode(["url": "postgresql:///a?host=/%CC%81run"]) == "prefer")
        #expect(try mode(["host": "@\u{301}abstract"]) == "prefer")
        #expect(try mode(["host": "localhost,\u{301}db.example.org"]) == "verify-full")
        #expect(throws: GranaryError.self) { try options(["schema": "pg_\u{301}x"]) }
    }

    /// The mode of a URL where the environment asks for one.
    private func mode(_ url: String, asked: String, tls: String? = nil) throws -> String? {
        var options = StoreOptions(["url": url])
        options["tls"] = tls
        let address = try ServerAddress(options, isReadOnly: false, defaults: ["sslmode": asked])
        return try address.parameters(connectTimeout: 1_000).last { $0.0 == "sslmode" }?.1
    }

    @Test(arguments: [
        ("localhost", "", "prefer"), ("localhost", "disable", "prefer"), ("localhost", "allow", "prefer"),
        ("localhost", "prefer", "prefer"), ("localhost", "require", "require"),
        ("localhost", "verify-ca", "verify-ca"), ("localhost", "verify-full", "verify-full"),
        ("db.example.org", "", "verify-full"), ("db.example.org", "disable", "verify-full"),
        ("db.example.org", "prefer", "verify-full"), ("db.example.org", "verify-ca", "verify-full"),
        ("db.example.org", "verify-full", "verify-full"),
    ])
    func theEnvironmentMayAskForMoreButNotForLess(_ host: String, _ asked: String, _ mode: String) throws {
        #expect(try self.mode("postgresql://\(host)/a", asked: asked) == mode)
        #expect(try self.mode("postgresql://\(host)/a?sslmode=require", asked: asked) == "require")
        #expect(try self.mode("postgresql://\(host)/a", asked: asked, tls: "disable") == "disable")
    }

    @Test func aModeThatNobodyKnowsIsRefused() throws {
        let error = failure { _ = try mode("postgresql://localhost/a", asked: "verify") }
        #expect(error?.code == .configuration && error?.message.contains("PGSSLMODE") == true)
        #expect(try mode("postgresql://localhost/a", asked: "verify", tls: "require") == "require")
    }

    @Test func whatIsSentIsUTF8WhateverTheURLSays() throws {
        let parameters = try options(["url": "postgresql://localhost/a?client_encoding=LATIN1"])
            .connectionParameters
        let encoding = try #require(parameters.lastIndex { $0.0 == "client_encoding" })
        let url = try #require(parameters.lastIndex { $0.0 == "dbname" })
        #expect(parameters[encoding].1 == "UTF8" && encoding > url)
    }

    @Test(arguments: ["url", "secretURL"]) func aMistakeInAURLIsThatOfItsOption(_ option: String) throws {
        let error = failure { _ = try options([option: "postgresql://s3cret@[::1/a"]) }
        #expect(error?.code == .configuration && error?.context.keyPath == "options.\(option)")
        #expect(error?.message.contains("“\(option)”") == true && !"\(error as Any)".contains("s3cret"))
    }

    @Test func twoURLsAreRefused() throws {
        let url = "postgresql://granary:s3cret@localhost/a"
        let error = failure { _ = try options(["url": url, "secretURL": url]) }
        #expect(error?.code == .configuration && error?.message.contains("both") == true)
        #expect(!"\(error as Any)".contains("s3cret"))
    }

    @Test func aServiceIsNamed() throws {
        #expect(try options(["url": "postgresql:///?service=other"]).serverName == "service other")
        let url = "postgresql://localhost/a?service=other"
        #expect(try options(["url": url]).serverName == "service other/localhost/a")
        #expect(try options(["url": "postgresql:///a?hostaddr=10.1.2.3"]).serverName == "10.1.2.3:5432/a")
    }

    @Test func aQuoteUnderAMarkInTheNameOfTheSchemaIsDoubled() throws {
        let schema = "a\"\u{301}; drop"
        let settings = try options(["schema": schema]).settings(isLocal: false)
        #expect(settings.first == "SET search_path = \"a\"\"\u{301}; drop\", pg_catalog")
        #expect(
            try options(["schema": schema]).settings(isLocal: true).first?.begins(with: "SET LOCAL ") == true)
    }
}
