import FoundationEssentials
import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@testable import GranaryPostgreSQL

/// What cannot be opened or stored is a typed error that names the thing and the remedy.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct BadInputTests {
    private func openingFails(_ options: [String: String], url: String? = nil) throws -> GranaryError {
        let ledger = try Ledger(options, url: url)
        defer { ledger.destroy() }
        let error = failure { try ledger.open().close() }
        return try #require(error)
    }

    @Test func aServerThatIsDownIsUnavailable() throws {
        let error = try openingFails(["port": "1"])
        #expect(error.code == .unavailable && error.message.contains("Nothing listens"))
        #expect(error.context.path?.contains("localhost:1/") == true)
    }

    @Test func aWrongPasswordIsDeniedAndNeverShown() throws {
        let error = try openingFails(["password": "not-the-s3cret"])
        #expect(error.code == .denied && error.message.contains("password"))
        #expect(!"\(error)".contains("s3cret"))
    }

    @Test func aPasswordInTheOpenIsRefusedWithoutBeingShown() throws {
        let url = "postgresql://granary:s3cret@localhost:1/postgres"
        let ledger = try Ledger(url: url)
        let error = try #require(failure { _ = try ledger.open() })
        #expect(error.code == .configuration && error.context.keyPath == "options.url")
        #expect(!"\(error)".contains("s3cret"))
        var open = ledger
        open.configuration.options["url"] = nil
        open.configuration.options["secretURL"] = url
        let place = try PostgreSQLStore.location(of: open.configuration)
        #expect(place?.hasPrefix("localhost:1/postgres#") == true && place?.contains("s3cret") == false)
        #expect(failure { _ = try open.open() }?.code == .unavailable)
    }

    @Test func aCertificateOfAnotherAuthorityIsDenied() throws {
        let url = try TestServer.url()
        let authority = try #require(url.firstRange(of: "sslrootcert="))
        let path = String(url[authority.upperBound...].prefix { $0 != "&" })
        let other = path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/other.crt"
        let error = try openingFails(["rootCertificate": other])
        #expect(error.code == .denied && error.message.contains("rootCertificate"))
    }

    @Test func aCertificateForAnotherHostIsDenied() throws {
        let error = try openingFails(["host": "127.0.0.1"])
        #expect(error.code == .denied && error.message.contains("another host"))
    }

    @Test func aMissingFileOfAuthoritiesIsNamed() throws {
        let error = try openingFails(["rootCertificate": "/nowhere/root.crt"])
        #expect(error.code == .configuration && error.message.contains("rootCertificate"))
    }

    @Test func aMissingDatabaseIsNotFound() throws {
        let error = try openingFails(["database": "no such database"])
        #expect(error.code == .notFound && error.message.contains("database"))
    }

    @Test func aDatabaseInAnotherEncodingIsRefused() throws {
        let outsider = try Outsider(TestServer.url())
        let name = "latin-\(UUID().uuidString)"
        try outsider.run("CREATE DATABASE \"\(name)\" TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
        defer { _ = try? outsider.run("DROP DATABASE \"\(name)\" WITH (FORCE)") }
        let error = try openingFails(["database": name])
        #expect(error.code == .unsupported && error.message.contains("UTF8"))
    }

    @Test func tooManyConnectionsAreUnavailableWithARemedy() throws {
        let outsider = try Outsider(TestServer.url())
        let name = "few-\(UUID().uuidString)"
        try outsider.run("CREATE ROLE \"\(name)\" LOGIN PASSWORD 'x' CONNECTION LIMIT 1")
        try outsider.run("GRANT CREATE ON DATABASE postgres TO \"\(name)\"")
        defer { _ = try? outsider.run("DROP OWNED BY \"\(name)\"; DROP ROLE \"\(name)\"") }
        let ledger = try Ledger(["user": name, "password": "x"])
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            _ = try ledger.balances(session)
            let error = try #require(failure { _ = try store.makeSession() })
            #expect(error.code == .unavailable && error.message.contains("sessions"))
        }
    }

    @Test func aFullPoolIsATimeout() throws {
        let ledger = try Ledger(["sessions": "1", "sessionTimeout": "50ms"])
        try ledger.withStore { store in
            let session = try store.makeSession()
            #expect(failure { _ = try store.makeSession() }?.code == .timeout)
            session.end()
            try store.makeSession().end()
        }
    }

    @Test func aRoleWithoutRightsIsDenied() throws {
        let outsider = try Outsider(TestServer.url())
        let name = "poor-\(UUID().uuidString)"
        try outsider.run("CREATE ROLE \"\(name)\" LOGIN PASSWORD 'x'")
        defer { _ = try? outsider.run("DROP ROLE \"\(name)\"") }
        let error = try openingFails(["user": name, "password": "x"])
        #expect(error.code == .denied && error.message.contains("right"))
    }

    @Test func structuredTextWithNullCharacterIsRefused() throws {
        let ledger = try Ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            let changes = try ledger.accounts(1...2)
            (changes.inserts[0].rows[1] as? Record)?.values[4] = .text("[\"a\\u0000b\"]")
            let error = try #require(failure { _ = try session.commit(changes) })
            #expect(error.code == .invalidValue && error.message.contains("U+0000"))
            #expect(try ledger.balances(session).isEmpty)
            _ = try session.commit(ledger.accounts(1...2))
        }
    }

    @Test func aTextTooLongForItsIndexNamesItsProperty() throws {
        let ledger = try Ledger()
        try ledger.withStore { store in
            let session = try store.makeSession()
            defer { session.end() }
            let changes = try ledger.accounts(1...2)
            // At random, since the server compresses.
            let text = String((0..<6_000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33...126))) })
            (changes.inserts[0].rows[1] as? Record)?.values[1] = .text(text)
            let error = try #require(failure { _ = try session.commit(changes) })
            #expect(error.code == .invalidValue && error.message.contains("Account.label"))
            #expect(error.context.entity == "Account" && error.context.properties == ["label"])
        }
    }

    @Test func aStatementThatTakesTooLongIsATimeout() throws {
        let ledger = try Ledger(["lockTimeout": "100ms"])
        try ledger.whileHeld { second in
            let error = try #require(
                failure { _ = try second.commit(ledger.balance(2, of: 1, version: nil)) })
            #expect(error.code == .locked && error.code.isRetryable)
        }
    }
}
