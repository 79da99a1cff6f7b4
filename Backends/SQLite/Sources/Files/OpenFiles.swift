internal import GranaryStore
internal import Synchronization

/// The database files that stores of this process have open, by inode.
///
/// POSIX locks belong to a process and a file: closing any descriptor of a file drops them all, so an open file must
/// not be opened again to read its header, and stores on the same file share the right to write.
final class OpenFiles: Sendable {
    /// The files of this process; locks are the process's too, so there cannot be several of these.
    static let shared = OpenFiles()

    private let turns = FileTurns()
    private let files: Mutex<[FileIdentity: Entry]> = Mutex([:])

    /// One file and how many stores have it open.
    private struct Entry {
        let writeLock: FairLock
        var users: Int
    }

    /// Runs the body while the files of some stores are opened, closed, moved or removed by no other thread of this
    /// process; those of other stores are.
    func withLock<R>(of stores: StorePath..., body: (OpenFiles) throws -> R) rethrows -> R {
        try turns.with(stores) { try body(self) }
    }

    /// Whether a store of this process has the file open.
    func isOpen(_ file: FileIdentity) -> Bool { files.withLock { $0[file] != nil } }

    /// Records that a store has opened a file; returns the lock its writers share.
    func open(_ file: FileIdentity) -> FairLock {
        files.withLock { files in
            let lock = files[file]?.writeLock ?? FairLock()
            files[file, default: Entry(writeLock: lock, users: 0)].users += 1
            return lock
        }
    }

    /// Records that a store has closed a file.
    func close(_ file: FileIdentity) {
        files.withLock { files in
            guard let users = files[file]?.users else { return }
            files[file]?.users = users - 1
            if users <= 1 { files[file] = nil }
        }
    }
}
