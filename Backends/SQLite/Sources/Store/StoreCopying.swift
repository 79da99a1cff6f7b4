internal import CSQLite
internal import GranaryStore

/// Copies the file of a store, and writes a copy back.
struct StoreCopying {
    private let configuration: StoreConfiguration
    /// The opening of the store, which is read by its own description.
    let opening: StoreOpening
    private var place: StorePlace { opening.place }

    /// Prepares the work on the file of a configuration; nothing is opened yet.
    init(_ configuration: StoreConfiguration) throws {
        self.configuration = configuration
        opening = try StoreOpening(
            StoreOpenRequest(configuration: configuration, entities: [], links: [], fingerprint: ""))
    }

    // MARK: Copying

    func copy(as purpose: StoreCopy.Purpose) throws -> StoreCopy? {
        try OpenFiles.shared.withLock(of: opening.path) { open in
            guard let status = try opening.files.status(), status.size > 0 else { return nil }
            let connection = try opening.connectForWriting(whileOpen: open.isOpen(status.identity))
            defer { connection.close() }
            // Working copies of killed processes do no harm; they only take room.
            try? opening.files.removeAbandoned()
            // Under a hidden name, which others take for remains once the process is gone.
            let (target, hold) = try opening.files.makeUnfinished()
            do {
                try fill(target, from: connection)
                let copy = try described(target, hold)
                return try purpose == .keeping ? keep(target, copy) : copy
            } catch {
                for file in target.sideFiles + [target.path] { try? PrivateFiles.remove(file, at: place) }
                throw error
            }
        }
    }

    /// Gives a copy that is whole the name under which it is kept.
    private func keep(_ target: StorePath, _ copy: StoreCopy) throws -> StoreCopy {
        try PrivateFiles.synchronize(target.path, at: place)
        while true {
            let kept = try opening.files.unusedName()
            guard
                try PrivateFiles.publish(target.path, as: kept.path, replacingEmpty: false, at: place)
            else { continue }
            try PrivateFiles.synchronizeDirectory(kept.directory, at: place)
            var copy = copy
            copy.configuration.file = kept.name
            copy.hold = nil
            return copy
        }
    }

    /// Copies a store that is not in use to an empty file elsewhere, durably.
    func copy(to target: StorePath, _ hold: FileHold) throws -> StoreCopy {
        let connection = try opening.connectForWriting(whileOpen: false)
        defer { connection.close() }
        try fill(target, from: connection)
        try PrivateFiles.synchronize(target.path, at: place)
        return try described(target, hold)
    }

    private func fill(_ target: StorePath, from connection: Connection) throws {
        // One snapshot, without the pages that are free; the empty file keeps the mode that it was made with.
        try connection.runOnce("VACUUM INTO \(SQLiteLiteral.text(of: .text(target.path)))")
        // A file that is made this way has no log yet, so that its reader would wait for its writer.
        let copied = try Connection(to: target, isReadOnly: false, isImmutable: false, place: place)
        defer { copied.close() }
        try copied.runOnce("PRAGMA journal_mode = WAL")
        copied.close()
        try PrivateFiles.synchronizeDirectory(target.directory, at: place)
    }

    /// The description of a copy by its own metadata.
    private func described(_ target: StorePath, _ hold: FileHold?) throws -> StoreCopy {
        let connection = try Connection(to: target, isReadOnly: false, isImmutable: true, place: place)
        defer { connection.close() }
        var copied = configuration
        (copied.location, copied.file) = (target.directory, target.name)
        copied.onIncompatible = .refuse
        copied.isReadOnly = false
        return StoreCopy(
            configuration: copied, saves: try Self.saves(on: connection) ?? 0,
            schema: try StoreMigration.schema(on: connection), hold: hold)
    }

    private static func saves(on connection: Connection) throws -> Int64? {
        try connection.integer("SELECT version FROM granary_store")
    }

    func copies() throws -> [StoreConfiguration] {
        opening.path.keptNames.map { name in
            var kept = configuration
            (kept.location, kept.file) = (opening.path.directory, name)
            return kept
        }
    }

    // MARK: Writing a copy back

    /// Readers and other processes see the one state or the other: it is one transaction on the file itself.
    func replace(with copy: StoreCopy) throws {
        let source = try StoreCopying(copy.configuration).opening
        try OpenFiles.shared.withLock(of: opening.path, source.path) { open in
            for files in [opening.files, source.files] {
                guard let status = try files.status() else { throw Self.gone(files.place) }
                // Another stack of the process may have migrated and opened the store in between.
                if files.path == opening.path, open.isOpen(status.identity) { try requireUnchanged(copy) }
                try files.requireNotInUse(status, open, "replaced")
            }
            let from = try Connection(to: source.path, isReadOnly: false, isImmutable: false, place: place)
            defer { from.close() }
            let target = try Connection(
                to: opening.path, isReadOnly: false, isImmutable: false, place: place)
            defer { target.close() }
            try target.configure(opening.options, isReadOnly: false)
            try write(from, to: target, copy)
        }
        try source.files.remove()
    }

    private func write(_ from: Connection, to target: Connection, _ copy: StoreCopy) throws {
        let pages = try from.integer("PRAGMA page_count") ?? 0
        if opening.options.maximumSize > 0,
            pages * (try from.integer("PRAGMA page_size") ?? 4_096) > opening.options.maximumSize
        {
            throw place.error(
                .full, "The migrated store would be larger than the option maximumSize allows. Raise it.")
        }
        guard let backup = sqlite3_backup_init(target.handle.pointer, "main", from.handle.pointer, "main")
        else { throw target.lastError().translated(at: place, doing: "replacing the store") }
        // No page: only the right to write is taken, so that there is no other save from here on.
        var code = sqlite3_backup_step(backup, 0)
        var failure: (any Error)?
        if code == SQLITE_OK {
            do {
                try requireUnchanged(copy)
                code = sqlite3_backup_step(backup, -1)
            } catch {
                failure = error
            }
        }
        let end = sqlite3_backup_finish(backup)
        if let failure { throw failure }
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw EngineError(code: code == SQLITE_DONE ? end : code, message: "")
                .translated(at: place, doing: "replacing the store")
        }
    }

    /// Throws if the store has changed since a copy was made.
    func requireUnchanged(_ copy: StoreCopy) throws {
        let probe = try Connection(to: opening.path, isReadOnly: false, isImmutable: false, place: place)
        defer { probe.close() }
        try copy.requireUnchanged(
            saves: Self.saves(on: probe), schema: try StoreMigration.schema(on: probe))
    }

    private static func gone(_ place: StorePlace) -> GranaryError {
        place.error(.conflict, "The store, or the copy of it, was removed meanwhile; nothing was changed.")
    }
}
