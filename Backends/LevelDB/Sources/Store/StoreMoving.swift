internal import GranaryStore

/// Takes the directory of a store to another place.
struct StoreMoving {
    private let source: StoreConfiguration
    private let target: StoreConfiguration
    private let old: StoreDirectory
    private let new: StoreDirectory

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
        old = try StoreDirectory(source)
        new = try StoreDirectory(target)
    }

    init(_ move: StoreMove) throws { try self.init(from: move.source, to: move.target) }

    func prepare() throws -> StoreMove? {
        try old.notes.requireHere()
        let directories = MissingDirectories(of: new.parent)
        var way: Way?
        do {
            let copied = try StoreCopying(source).copy {
                way = Way(hold: try begin(), directories: directories)
                try new.copy.make()
                return (new.copy, way)
            }
            guard var copy = copied else { return nil }
            copy.configuration.options = target.options
            return StoreMove(from: source, to: target, copy: copy)
        } catch {
            if way != nil {
                try? new.removeCopy()
                try? new.notes.removeOrigin()
                try? old.notes.removeIntent()
            }
            directories.removeEmpty()
            throw error
        }
    }

    /// Records the store's origin at the new place, if that place is free.
    private func begin() throws -> FileHold {
        try new.makeParent()
        try new.finishOrAbandonMove()
        _ = try new.finishLeaving()
        if try new.isTaken { throw new.takenError }
        try old.notes.writeIntent(new.path)
        do {
            return try new.notes.writeOrigin(old.path)
        } catch {
            try? old.notes.removeIntent()
            throw error
        }
    }

    func leave(_ copy: StoreCopy) throws {
        try old.notes.requireHere()
        try StoreCopying(source).requireUnchanged(copy) {
            try new.copy.synchronize()
            if try new.isTaken { throw new.takenError }
            try new.copy.synchronizeParent()
            try old.notes.writeDestination(new.path)
        }
    }

    func arrive() throws {
        try new.notes.removeDestination()
        try new.publishCopy()
        if try old.identity() != nil { try old.removeAtOnce() }
        try new.notes.removeOrigin()
    }

    func forget() throws {
        try old.notes.removeDestination()
        try old.notes.removeIntent()
    }

    func giveUp(_ copy: StoreCopy) throws {
        // A note that was made, but perhaps not durably: the copy must not go before it.
        try old.notes.removeDestination()
        try new.removeCopy()
        try new.notes.removeOrigin()
        try old.notes.removeIntent()
        if let way = copy.hold as? Way { way.directories.removeEmpty() }
    }
}
