internal import CPostgreSQL
internal import GranaryStore

/// A failure as PostgreSQL reports it, and its one translation into ``GranaryError``.
///
/// Only the state, and the names of table and constraint, leave this file: the server's messages and details may
/// hold stored values.
///
/// Each engine has its own such type, since each reports in its own way: this one by SQL states, along with the names
/// of the objects concerned, and by losing the connection.
struct EngineError: Error {
    /// The five characters of the SQLSTATE; empty where the connection was lost.
    var state: String
    /// The name of the table concerned.
    var table: String?
    /// The name of the column concerned.
    var column: String?
    /// The name of the constraint concerned.
    var constraint: String?

    /// Makes a failure from its state.
    init(state: String) { self.state = state }

    /// The failure that a result carries.
    init(_ result: OpaquePointer?) {
        let field = { (code: Int32) in
            PQresultErrorField(result, code).map { String(cString: $0) }
        }
        state = field(granary_pg_sqlstate) ?? ""
        table = field(granary_pg_table)
        column = field(granary_pg_column)
        constraint = field(granary_pg_constraint)
    }

    /// The failure of a connection that was lost.
    static let lost = EngineError(state: "")

    /// The failure of a commit that became a rollback.
    static let rolledBack = EngineError(state: "25P02")

    /// Whether the connection cannot be used any more, or its answers cannot be relied on: 40003 says that the server
    /// does not know the outcome of a statement, such as a commit.
    var endsConnection: Bool {
        state.isEmpty || state.begins(with: "08")
            || ["57P01", "57P02", "57P03", "25P03", "57P05", "40003"].contains(state)
    }

    /// Whether something cannot be changed or dropped because other objects depend on it: for columns that views show,
    /// the server says that it has no such feature.
    var isAboutDependents: Bool { state == "2BP01" || state == "0A000" }
    /// Whether a statement was stopped, by a request or by a time limit.
    var isStopped: Bool { state == "57014" }
    /// Whether two rows have the same key or unique values.
    var isUniqueViolation: Bool { state == "23505" }
    /// Whether a reference has no target.
    var isReferenceViolation: Bool { state == "23503" }
    /// Whether a required column has no value.
    var isNullViolation: Bool { state == "23502" }
    /// Whether a value is longer than an index, or the engine at all, can take.
    var isTooLong: Bool { state == "54000" }

    /// The same failure in Granary's words.
    func translated(at place: StorePlace, doing what: String) -> GranaryError {
        let (code, advice) = meaning
        var error = place.error(code, "PostgreSQL failed while \(what): \(advice)")
        error.context.engineCode = number
        if state.isEmpty { return error }
        error.context.engineCodeText = "SQLSTATE \(state)"
        error.message += " (SQLSTATE \(state))"
        return error
    }

    /// The state as a number, in base 36, for programs that compare numbers.
    private var number: Int? { state.isEmpty ? nil : Int(state, radix: 36) }

    /// The meaning of the state, and the remedy.
    var meaning: (code: GranaryError.Code, advice: String) {
        exactMeaning ?? classMeaning ?? (
            .engine,
            "a result that is not expected. Look the state up in PostgreSQL's documentation, and at the server's log."
        )
    }

    private var exactMeaning: (GranaryError.Code, String)? {
        switch state {
        case "":
            (.unavailable, "the connection was lost. Try again; if it stays so, look at server and network.")
        case "40001":
            (
                .conflict,
                "another transaction changed rows that this work was based on. Try the unit of work again."
            )
        case "25P02":
            (
                .conflict,
                "a statement of this work had failed, and nothing of it was written. Try the unit of work again."
            )
        case "40003":
            (
                .unavailable,
                "the server does not know what became of a statement. Try the unit of work again."
            )
        case "40P01": (.locked, "others and this work waited for each other. Try the unit of work again.")
        case "55P03":
            (
                .locked,
                "another transaction holds a row for too long. Try again, or raise the option lockTimeout."
            )
        case "57014":
            (
                .timeout,
                "the statement took longer than the option statementTimeout allows. Raise it, or ask for less."
            )
        case "57P01", "57P02", "57P03", "25P03", "57P05":
            (.unavailable, "the server ended the connection. Try again when it is up.")
        case "53300":
            (
                .unavailable,
                "the server has as many connections as it allows. Lower the option sessions, use a pooler, or raise max_connections."
            )
        case "53100": (.full, "no space is left on the server's device. Make room.")
        case "28P01", "28000":
            (
                .denied,
                "user or password were refused, or pg_hba.conf does not let this user in. Check the options user, password and passwordFile."
            )
        case "3D000": (.notFound, "there is no such database. Create it, or correct the option database.")
        case "42501": (.denied, "the user lacks a right. Grant it as the backend's README says.")
        case "25006":
            (.denied, "the server takes no changes: it is a replica, or read-only. Name the primary.")
        case "22P05", "22021":
            (
                .invalidValue,
                "a text holds a character that PostgreSQL cannot store, such as U+0000. Remove it."
            )
        case "22003": (.invalidValue, "a number is out of the range of its column.")
        case "22008": (.invalidValue, "a date is out of the range of its column.")
        case "54000":
            (
                .invalidValue,
                "a value is longer than PostgreSQL can take there. Shorten it, or do not index it."
            )
        case "XX001", "XX002": (.corrupt, "the server found damaged data. Restore it from a backup.")
        case "2200H": (.overflow, "the integer keys are used up.")
        case "2BP01": (.denied, "something that Granary did not make depends on the tables. Remove it first.")
        case "42P01", "42703", "3F000":
            (.incompatible, "a table or column is gone that was there at opening. Open the store again.")
        default: nil
        }
    }

    private var classMeaning: (GranaryError.Code, String)? {
        switch state.prefix(2) {
        case "08":
            (.unavailable, "the connection was lost. Try again; if it stays so, look at server and network.")
        case "22": (.invalidValue, "a value cannot be held by its column.")
        case "23": (.constraint, "a constraint of the database is violated.")
        case "40": (.conflict, "the transaction was given up by the server. Try the unit of work again.")
        case "53": (.unavailable, "the server has too little memory or other resources. Try again.")
        case "54": (.query, "the statement is larger or deeper than the server allows. Ask for less at once.")
        case "58": (.io, "reading or writing failed on the server. Look at its log.")
        case "XX": (.engine, "an error of the server's own. Look at its log, and update it.")
        default: nil
        }
    }
}
