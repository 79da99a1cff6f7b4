#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The notes in files next to a store of files about its move to another place.
///
/// A store at `a/x` that moves to `b/y` is copied to `b/.y.moving`, while `b/.y.from` names `a/x` and is held by the
/// process that moves it. It is left when `a/.x.moved` names `b/y`: that file is made in one step. From then on the
/// files at `a/x` no longer count, and the copy is the store. Before the copy is made, `a/.x.to` names `b/y`, so that a
/// process that opens `a/x` after a kill finds the remains there.
package struct MoveNotes: Sendable {
    private let directory: String
    private let name: String
    private let place: StorePlace

    /// The notes next to the file or directory of a store, whose path is canonical.
    package init(_ path: String, place: StorePlace) {
        directory = PathRule.directory(of: path)
        name = PathRule.name(of: path)
        self.place = place
    }

    /// The path of the store.
    package var path: String { PathRule.join(directory, name) }
    /// The name of the copy next to this place, until it gets the name of the store.
    package var copyName: String { ".\(name).moving" }

    private var destinationNote: String { PathRule.join(directory, ".\(name).moved") }
    private var intentNote: String { PathRule.join(directory, ".\(name).to") }
    private var originNote: String { PathRule.join(directory, ".\(name).from") }

    // MARK: Reading

    /// The new place of this place's store; `nil` if it is here, or there never was one.
    package func destination() throws -> String? { try read(destinationNote) }

    /// The origin of a store that is being moved to this place, or has just arrived.
    package func origin() throws -> String? { try read(originNote) }

    /// Throws when the store of this place is at another one.
    ///
    /// - Throws: ``GranaryError/Code/notFound``.
    package func requireHere() throws {
        guard let destination = try destination() else { return }
        throw place.error(
            .notFound,
            "The store was moved to “\(destination)”, and the program ended before it could tell. Name that place in the configuration, or destroy the store of this place to begin a new one."
        )
    }

    /// Whether a store that came here has left its old place, but was not given its name yet.
    package func hasArrived() throws -> Bool {
        guard let origin = try origin() else { return false }
        return try MoveNotes(origin, place: place).destination() == path
    }

    /// Throws if a move to this place is unfinished, which a read-only configuration does not change.
    ///
    /// - Throws: ``GranaryError/Code/notFound``.
    package func requireNoMove() throws {
        guard try hasArrived() else { return }
        throw place.error(
            .notFound,
            "A store was moved to this place, and the program ended before it had its name. Open it for writing once."
        )
    }

    /// The error for a new place that already has a file or a directory.
    package func isTaken(by what: String) -> GranaryError {
        place.error(
            .configuration,
            "There is a \(what) at the new place of the store already, and it was left untouched. Name another place, or remove it."
        )
    }

    // MARK: Writing

    /// Makes sure that a store that has left this place has its name at the new one, before this place forgets it;
    /// false if none has left.
    ///
    /// `finish` finishes or abandons the move to the path that it gets.
    package func finishLeaving(_ finish: (String) throws -> Void) throws -> Bool {
        guard let destination = try destination() else { return false }
        try finish(destination)
        return true
    }

    /// Records that the store has moved to another place: one step, durable when this returns.
    package func writeDestination(_ path: String) throws { try write(path, to: destinationNote) }

    /// Removes the note of the store's new place.
    package func removeDestination() throws { try remove(destinationNote) }

    /// Records where the store of this place is about to move.
    package func writeIntent(_ path: String) throws { try write(path, to: intentNote) }

    /// Removes the note of the intended place.
    package func removeIntent() throws { try remove(intentNote) }

    /// Removes the remains at the new place of a move from this one whose process was killed.
    ///
    /// `clear` finishes or abandons the move to the path that it gets; it is not called while another store is being
    /// moved there.
    ///
    /// - Throws: any error from `clear`, such as while the store is being moved; then another opening tries again.
    package func clearIntent(_ clear: (String) throws -> Void) throws {
        guard let target = try read(intentNote) else { return }
        let arriving = MoveNotes(target, place: place)
        let origin = try arriving.origin()
        if origin == path { try clear(target) }
        // The process was killed while it wrote the origin of the store.
        if origin == nil { unlink(arriving.originNote + Self.unfinished) }
        try removeIntent()
    }

    /// Records the origin of the store that is copied to this place, for as long as the process lives and the hold is
    /// kept.
    package func writeOrigin(_ path: String) throws -> FileHold {
        try write(path, to: originNote)
        guard let hold = FileHold(originNote), hold.isFound(at: originNote) else { throw isUnderWay }
        return hold
    }

    /// Removes the note of the store's origin.
    package func removeOrigin() throws { try remove(originNote) }

    /// Finishes a move to this place whose process was killed, or gives it up.
    ///
    /// `finish` gives the copy the name of the store, and gets the path of the remains at the old place; `giveUp`
    /// removes the copy.
    ///
    /// - Throws: ``GranaryError/Code/locked`` while a store is being moved to this place;
    ///   ``GranaryError/Code/notFound`` where the copy may be all that is left.
    package func finishOrAbandon(finish: (String) throws -> Void, giveUp: () throws -> Void) throws {
        // Notes that a killed process had not finished.
        for note in [originNote, destinationNote, intentNote] { unlink(note + Self.unfinished) }
        guard let origin = try origin() else { return }
        guard let hold = FileHold(originNote) else { throw isUnderWay }
        try withExtendedLifetime(hold) {
            guard hold.isFound(at: originNote) else { return }
            if try hasArrived() {
                try removeDestination()
                try finish(origin)
            } else {
                guard hold.isAlone(at: originNote) else { throw isUnderWay }
                try requireOrigin(origin)
                try giveUp()
            }
            try removeOrigin()
        }
    }

    /// Throws if the copy may be all that is left of a store.
    private func requireOrigin(_ origin: String) throws {
        var status = stat()
        if lstat(origin, &status) == 0 { return }
        throw place.error(
            .notFound,
            "A store was on its way to this place from “\(origin)”, where there is nothing now. Bring it back there, or remove “.\(name).from” and “\(copyName)” beside this place."
        )
    }

    private var isUnderWay: GranaryError {
        place.error(.locked, "A store is being moved to this place. Wait until it has come, and try again.")
    }
}

// MARK: Files

extension MoveNotes {
    private static let heading = "granary: a store was moved between here and"
    /// The suffix of a note's name until all of it is written.
    private static let unfinished = ".new"
    /// More than a path can have.
    private static let longest = 8_192
    /// How often a note is written that another process removes.
    private static let patience = 10

    private func read(_ path: String) throws -> String? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw systemError("reading a note of a move")
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw systemError("reading a note of a move") }
        let lines = String(decoding: bytes.prefix(count), as: UTF8.self).parts(between: "\n")
        guard lines.count == 3, lines[0] == Self.heading, lines[1].begins(with: "/") else {
            throw place.error(
                .corrupt,
                "The file “\(PathRule.name(of: path))”, which says where a store was moved, is damaged. Look for the store, and then remove the file."
            )
        }
        return String(lines[1])
    }

    /// Writes a note under another name first.
    ///
    /// A process that opens either place at the same time takes an unfinished note for one left by a killed process, so
    /// it is written again when it is gone.
    private func write(_ destination: String, to path: String) throws {
        for _ in 0..<Self.patience where try written(destination, to: path) { return }
        throw isUnderWay
    }

    /// False when another process has removed the unfinished note.
    private func written(_ destination: String, to path: String) throws -> Bool {
        let temporary = path + Self.unfinished
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw systemError("making a note of a move") }
        defer { close(file) }
        let bytes = Array("\(Self.heading)\n\(destination)\n".utf8)
        guard fchmod(file, 0o600) == 0, Self.write(file, bytes) == bytes.count, fsync(file) == 0,
            rename(temporary, path) == 0
        else {
            let error = systemError("making a note of a move")
            var status = stat()
            if fstat(file, &status) == 0, status.st_nlink == 0 { return false }
            unlink(temporary)
            throw error
        }
        try synchronize()
        return true
    }

    private func remove(_ path: String) throws {
        guard unlink(path) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw systemError("removing a note of a move")
        }
        try synchronize()
    }

    private func synchronize() throws {
        let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw systemError("opening the directory") }
        defer { close(file) }
        guard fsync(file) == 0 || errno == EINVAL else { throw systemError("making the directory durable") }
    }

    private func systemError(_ what: String) -> GranaryError {
        place.systemError(errno, about: "file", doing: what)
    }

    private static func write(_ file: Int32, _ bytes: [UInt8]) -> Int {
        #if canImport(Glibc)
            Glibc.write(file, bytes, bytes.count)
        #else
            Musl.write(file, bytes, bytes.count)
        #endif
    }
}
