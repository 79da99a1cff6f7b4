internal import GranaryStore

/// Whether a log belongs to the database file next to it, which SQLite does not check: it would write the log of
/// another file, or of an older state, into this one.
///
/// Each save adds one to the number that `granary_store` keeps. So the number in the file alone is not larger than that
/// with the log, and at most one smaller than the first number in the log.
struct LogPairing {
    private let inspection: StoreInspection
    private var files: StoreFiles { inspection.files }

    /// How often a log that does not fit is read: another process may be exchanging it.
    private static let attempts = 3
    /// The position of the number among the columns of `granary_store`.
    private static let version = 4

    /// Pairs the file that an inspection is about with its log.
    init(_ inspection: StoreInspection) { self.inspection = inspection }

    /// Opens a store with its log, while no store of this process has the file open; nothing is changed.
    ///
    /// - Throws: ``GranaryError/Code/corrupt``; as ``StoreFiles/connectWithoutLog()``.
    func connect() throws -> Connection {
        for _ in 1...Self.attempts { if let connection = try connectIfFitting() { return connection } }
        let log = files.path.log.halves(atLast: "/")?.after ?? files.path.log
        throw files.place.error(
            .corrupt,
            "The log “\(log)” is not that of the database file beside it: one of them is of another store or of another time. Both were left untouched. Restore both from one backup, or move the log away to use the database without it."
        )
    }

    private func connectIfFitting() throws -> Connection? {
        let file = try files.connectWithoutLog()
        defer { file.close() }
        let whole = try inspection.connectToLog()
        if try fits(file, whole) { return whole }
        whole.close()
        return nil
    }

    /// Compares the file alone with the file and its log.
    private func fits(_ alone: Connection, _ both: Connection) throws -> Bool {
        guard let root = Self.root(on: alone) else { return true }
        // In this order, since both numbers grow while another process saves and writes its log back.
        let first = try LogBeginning(of: files.path.log, writing: root, at: files.place)
        guard let file = Self.state(on: alone), let whole = Self.state(on: both) else { return true }
        guard file.id == whole.id, file.version <= whole.version else { return false }
        guard let first, !first.isWhole, let number = first.page.integersOfOnlyRow()?[Self.version] else {
            return true
        }
        return file.version >= number - 1
    }

    /// The page with the only row of the table.
    private static func root(on connection: Connection) -> UInt32? {
        let text = "SELECT rootpage FROM sqlite_schema WHERE name = 'granary_store'"
        return (try? connection.integer(text)).flatMap { UInt32(exactly: $0) }
    }

    /// The identity of the store and the number of its last save; `nil` where they cannot be read.
    private static func state(on connection: Connection) -> (id: String, version: Int64)? {
        guard let id = try? connection.texts("SELECT id FROM granary_store").first,
            let version = try? connection.integer("SELECT version FROM granary_store")
        else { return nil }
        return (id, version)
    }
}
