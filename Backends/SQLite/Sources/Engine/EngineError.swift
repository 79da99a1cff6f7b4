internal import CSQLite
internal import GranaryStore

/// A failure as SQLite reports it, and its one translation into ``GranaryError``.
///
/// SQLite's own message goes no further than this file, except for statements it cannot prepare: triggers
/// that others have added may put stored values into theirs.
///
/// Each engine has its own such type, since each reports in its own way: this one by numbers.
struct EngineError: Error {
    /// The extended result code.
    var code: Int32
    /// The engine's message.
    var message: String

    /// The result code without its extension.
    var primaryCode: Int32 { code & 0xff }

    /// Whether two rows have the same key or unique values.
    var isUniqueViolation: Bool { Self.uniqueViolations.contains(code) }
    /// Whether a reference has no target.
    var isReferenceViolation: Bool { code == Self.constraint(3) }

    /// Whether a statement was not prepared because it is too deep, too long, or has too many parameters.
    var isAboutLimits: Bool {
        let limits = [
            "parser stack overflow", "Expression tree is too large", "too many SQL variables",
            "too many terms", "at most ",
        ]
        return primaryCode == SQLITE_TOOBIG
            || (primaryCode == SQLITE_ERROR && limits.contains { message.begins(with: $0) })
    }

    private static func constraint(_ number: Int32) -> Int32 { SQLITE_CONSTRAINT | number << 8 }
    /// Primary key (6), unique (8), row id (10).
    private static let uniqueViolations: Set<Int32> = [constraint(6), constraint(8), constraint(10)]

    /// The same failure in Granary's words.
    func translated(at place: StorePlace, doing what: String) -> GranaryError {
        let (code, advice) = meaning
        return place.error(code, "SQLite failed while \(what): \(advice)", engineCode: self.code)
    }

    /// The meaning of the code, and the remedy.
    var meaning: (code: GranaryError.Code, advice: String) {
        if let special = extendedMeaning { return special }
        return switch primaryCode {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
            (
                .locked,
                "another process or connection holds the file. Try again, or raise the option busyTimeout."
            )
        case SQLITE_CORRUPT: (.corrupt, "the file is damaged. Restore it from a backup.")
        case SQLITE_NOTADB:
            (.corrupt, "the file is not, or no longer, an SQLite database. Restore it from a backup.")
        case SQLITE_FULL:
            (.full, "no space is left on the device, or the store has reached its maximumSize. Make room.")
        case SQLITE_IOERR: (.io, "reading or writing failed in the operating system. Check the device.")
        case SQLITE_READONLY:
            (.denied, "the file or its directory may not be written. Check their permissions.")
        case SQLITE_PERM, SQLITE_AUTH:
            (.denied, "access was refused. Check the permissions of file and directory.")
        case SQLITE_CANTOPEN:
            (
                .denied,
                "the file or one of its side files cannot be opened. Check the directory's permissions."
            )
        case SQLITE_INTERRUPT: (.cancelled, "the work was interrupted and rolled back.")
        case SQLITE_TOOBIG:
            (.invalidValue, "a text or data value is larger than SQLite's limit of 10⁹ bytes.")
        case SQLITE_MISMATCH: (.invalidValue, "a value is not of its column's type.")
        case SQLITE_CONSTRAINT: (.constraint, "a constraint of the database is violated.")
        case SQLITE_NOMEM: (.engine, "there is not enough memory.")
        case SQLITE_SCHEMA: (.engine, "another program changed the tables meanwhile. Try again.")
        case SQLITE_ERROR where message.begins(with: "error in "):
            // SQLite renames nothing that others' views or triggers would not survive, and names them.
            (
                .denied,
                "\(message). Granary has not made it: drop it, try again, and make it again afterwards."
            )
        case SQLITE_ERROR: (.engine, message)
        default: (.engine, "an unexpected result.")
        }
    }

    /// Codes whose extension changes their meaning.
    private var extendedMeaning: (code: GranaryError.Code, advice: String)? {
        switch code {
        case SQLITE_IOERR | 13 << 8: (.engine, "there is not enough memory.")  // IOERR_NOMEM
        case SQLITE_CANTOPEN | 6 << 8: (.denied, "the path is a symbolic link. Name the file itself.")
        case SQLITE_CONSTRAINT | 7 << 8: (.constraint, "a trigger of the database refused the change.")
        default: nil
        }
    }
}
