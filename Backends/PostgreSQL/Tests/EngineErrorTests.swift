import Granary
import Testing

@testable import GranaryPostgreSQL

/// Every state that a server may report means a code, and a remedy without the server's own words.
@Suite struct EngineErrorTests {
    private static let states: [(state: String, code: GranaryError.Code)] = [
        ("", .unavailable), ("08000", .unavailable), ("08003", .unavailable), ("08006", .unavailable),
        ("08P01", .unavailable), ("22001", .invalidValue), ("22003", .invalidValue), ("22008", .invalidValue),
        ("22021", .invalidValue), ("22P02", .invalidValue), ("22P05", .invalidValue), ("2200H", .overflow),
        ("23502", .constraint), ("23503", .constraint), ("23505", .constraint), ("23514", .constraint),
        ("23P01", .constraint), ("25006", .denied), ("25P02", .conflict), ("25P03", .unavailable),
        ("28000", .denied), ("28P01", .denied), ("2BP01", .denied), ("3D000", .notFound),
        ("3F000", .incompatible), ("40000", .conflict), ("40001", .conflict), ("40003", .unavailable),
        ("40P01", .locked), ("42501", .denied), ("42601", .engine), ("42703", .incompatible),
        ("42P01", .incompatible), ("53000", .unavailable), ("53100", .full), ("53200", .unavailable),
        ("53300", .unavailable), ("54000", .invalidValue), ("54001", .query), ("54011", .query),
        ("55P03", .locked), ("57014", .timeout), ("57P01", .unavailable), ("57P02", .unavailable),
        ("57P03", .unavailable), ("57P05", .unavailable), ("58000", .io), ("58030", .io), ("XX000", .engine),
        ("XX001", .corrupt), ("XX002", .corrupt), ("ZZ999", .engine),
    ]

    @Test(arguments: states)
    func aStateMeansACodeAndARemedy(_ expected: (state: String, code: GranaryError.Code)) {
        let error = EngineError(state: expected.state)
            .translated(at: StorePlace(.postgresql, store: "Default", path: "here"), doing: "saving")
        #expect(error.code == expected.code)
        #expect(error.message.hasPrefix("PostgreSQL failed while saving: "))
        #expect(error.context.store == "Default" && error.context.path == "here")
        guard !expected.state.isEmpty else { return }
        #expect(error.message.contains(".") && error.message.hasSuffix("(SQLSTATE \(expected.state))"))
        // The state stands in the text once, as the server writes it.
        #expect("\(error)".split(separator: "SQLSTATE").count == 2 && !"\(error)".contains("engine code"))
        #expect(error.context.description.hasSuffix("SQLSTATE \(expected.state)"))
        #expect(error.context.engineCode == Int(expected.state, radix: 36))
    }

    /// Everything that is retried must be able to pass by itself.
    @Test func whatEndsAConnectionIsUnavailable() {
        for (state, code) in Self.states {
            let ends = EngineError(state: state).endsConnection
            #expect(!ends || code == .unavailable, "\(state)")
            #expect(!ends || code.isRetryable, "\(state)")
        }
        for state in ["", "08006", "57P01", "57P02", "57P03", "25P03", "57P05", "40003"] {
            #expect(EngineError(state: state).endsConnection, "\(state)")
        }
    }

    @Test func conflictsDeadlocksAndLocksAreRetryable() {
        for state in ["40001", "40P01", "55P03", "25P02", "57014", "53300"] {
            #expect(EngineError(state: state).meaning.code.isRetryable, "\(state)")
        }
        for state in ["23505", "53100", "42501", "XX001", "25006"] {
            #expect(!EngineError(state: state).meaning.code.isRetryable, "\(state)")
        }
    }
}
