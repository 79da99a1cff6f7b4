internal import GranaryStore

/// Whether a log belongs to the database file next to it, which SQLite does not check: it would write the log of
/// another file, or of an older state, into this one.
///
/// Each save adds one to the number that `granary_store` keeps. So the number in the file alone is not larger than that
/// with the log, and at most one smaller than the first number in the log.
struct LogPairing {
    private let opening: StoreOpening
    private var files: StoreFiles { opening.files }

    /// How often a log that does not fit is read: another process may be exchanging it.
    private static let attempts = 3
    /// The position of the number among the columns of `granary_store`.
    private static let version = 4

    init(_ opening: StoreOpening) { self.opening = opening }

    /// Checks an existing log, while no connection of this process has the file open; nothing is changed.
    ///
    /// - Throws: ``GranaryError/Code/corrupt``.
    func require() throws {
        guard try files.hasLog() else { return }
        for attempt in 1...Self.attempts {
            if try fits() { return }
            guard attempt == Self.attempts else { continue }
            let log = files.path.log.halves(atLast: "/")?.after ?? files.path.log
            throw files.place.error(
                .corrupt,
                "The log “\(log)” is not that of the database file beside it: one of them is of another store or of another time. Both were left untouched. Restore both from one backup, or move the log away to use the database without it."
            )
        }
    }

    private func fits() throws -> Bool {
        guard let root = try root() else { return true }
        // In this order, since both numbers grow while another process saves and writes its log back.
        let first = try LogBeginning(of: files.path.log, writing: root, at: files.place)
        guard let file = try state(isImmutable: true), let whole = try state(isImmutable: false) else {
            return true
        }
        guard file.id == whole.id, file.version <= whole.version else { return false }
        guard let first, !first.isWhole, let number = first.page.integersOfOnlyRow()?[Self.version] else {
            return true
        }
        return file.version >= number - 1
    }

    /// The page with the only row of the table.
    private func root() throws -> UInt32? {
        let connection = try connect(isImmutable: true)
        defer { connection.close() }
        let text = "SELECT rootpage FROM sqlite_schema WHERE name = 'granary_store'"
        return (try? connection.integer(text)).flatMap { UInt32(exactly: $0) }
    }

    /// The identity and number of the file alone, or with its log; `nil` where they cannot be read.
    private func state(isImmutable: Bool) throws -> (id: String, version: Int64)? {
        let connection = try isImmutable ? connect(isImmutable: true) : StoreInspection(opening).connect()
        defer { connection.close() }
        guard let id = try? connection.texts("SELECT id FROM granary_store").first,
            let version = try? connection.integer("SELECT version FROM granary_store")
        else { return nil }
        return (id, version)
    }

    private func connect(isImmutable: Bool) throws -> Connection {
        try Connection(to: files.path, isReadOnly: true, isImmutable: isImmutable, place: files.place)
    }
}

extension StoreOpening {
    /// Checks that a file which is not open in this process is a store, with its own log.
    ///
    /// - Throws: ``GranaryError/Code/foreign``, ``GranaryError/Code/newer``, ``GranaryError/Code/corrupt``.
    func requireStore() throws {
        try FileHeader(of: path.path, at: place).validate(at: place)
        try LogPairing(self).require()
    }
}
