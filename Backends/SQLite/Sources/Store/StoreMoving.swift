internal import GranaryStore

/// Takes the file of a store to another place.
struct StoreMoving {
    private let source: StoreConfiguration
    private let target: StoreConfiguration
    private let old: StoreFiles
    private let new: StoreFiles

    /// The state of a move between its steps.
    private struct Way: Sendable {
        /// Shows others that a store is being moved to the new place.
        let hold: FileHold
        /// The directories that were made for it.
        let directories: MissingDirectories
    }

    init(from source: StoreConfiguration, to target: StoreConfiguration) throws {
        self.source = source
        self.target = target
        old = try StoreFiles(StorePath(source), store: source.name)
        new = try StoreFiles(StorePath(target), store: target.name)
    }

    init(_ move: StoreMove) throws { try self.init(from: move.source, to: move.target) }

    func prepare() throws -> StoreMove? {
        try OpenFiles.shared.withLock(of: old.path, new.path) { open in
            guard try isUnused(open) else { return nil }
            let directories = MissingDirectories(of: new.path.directory)
            do {
                try PrivateDirectory.make(new.path.directory, at: new.place)
                try new.finishOrAbandonMove()
                _ = try new.finishLeaving()
                guard try new.status() == nil else { throw new.takenError }
                return try copy(directories)
            } catch {
                directories.removeEmpty()
                throw error
            }
        }
    }

    private func copy(_ directories: MissingDirectories) throws -> StoreMove {
        let hold = try begin()
        do {
            try PrivateFiles.makeFile(new.copy.path, at: new.place)
            var copy = try StoreCopying(source).copy(to: new.copy, hold)
            copy.configuration.options = target.options
            copy.hold = Way(hold: hold, directories: directories)
            return StoreMove(from: source, to: target, copy: copy)
        } catch {
            try? new.removeCopy()
            try? new.notes.removeOrigin()
            try? old.notes.removeIntent()
            throw error
        }
    }

    /// Records at both places where the store is about to move.
    private func begin() throws -> FileHold {
        try old.notes.writeIntent(new.path.path)
        do {
            return try new.notes.writeOrigin(old.path.path)
        } catch {
            try? old.notes.removeIntent()
            throw error
        }
    }

    /// Whether there is a store that is not in use.
    ///
    /// - Throws: ``GranaryError/Code/locked`` when it is in use.
    private func isUnused(_ open: OpenFiles) throws -> Bool {
        try old.notes.requireHere()
        guard let status = try old.status(), status.size > 0 else { return false }
        try old.requireClosed(status, open, "moved")
        try StoreInspection(StoreCopying(source).opening).check()
        try old.foldLog()
        return true
    }

    func leave(_ copy: StoreCopy) throws {
        try OpenFiles.shared.withLock(of: old.path, new.path) { open in
            guard try isUnused(open) else {
                throw old.place.error(.conflict, "The store was removed while it was moved.")
            }
            try StoreCopying(source).requireUnchanged(copy)
            // Reading the copy may have left side files, which would not follow it to its name.
            try StoreFiles(new.copy, store: target.name).foldLog()
            for side in new.copy.sideFiles { try PrivateFiles.remove(side, at: new.place) }
            guard try new.status() == nil else { throw new.takenError }
            try PrivateFiles.synchronizeDirectory(new.path.directory, at: new.place)
            try old.notes.writeDestination(new.path.path)
            do {
                // A process that opened it in between would go on saving into a file without a name.
                try old.foldLog()
            } catch {
                try old.notes.removeDestination()
                throw error
            }
        }
    }

    func arrive() throws {
        try OpenFiles.shared.withLock(of: old.path, new.path) { _ in
            try new.notes.removeDestination()
            try new.publishCopy()
            try old.remove()
            try PrivateFiles.synchronizeDirectory(old.path.directory, at: old.place)
            try new.notes.removeOrigin()
        }
    }

    func forget() throws {
        try old.notes.removeDestination()
        try old.notes.removeIntent()
    }

    func giveUp(_ copy: StoreCopy) throws {
        try OpenFiles.shared.withLock(of: old.path, new.path) { _ in
            // A note that was made, but perhaps not durably: the copy must not go before it.
            try old.notes.removeDestination()
            try new.removeCopy()
            try new.notes.removeOrigin()
            try old.notes.removeIntent()
            if let way = copy.hold as? Way { way.directories.removeEmpty() }
        }
    }
}
