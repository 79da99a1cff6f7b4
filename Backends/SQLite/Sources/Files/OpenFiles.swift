internal import GranaryStore
internal import Synchronization

/// The database files that stores of this process have open, by inode.
///
/// POSIX locks belong to a process and a file: closing any descriptor of a file drops them all. So only the engine opens
/// databases, since it closes no descriptor of a file that it has locked, and stores on the same file share the right
/// to write.
final class OpenFiles: Sendable {
    /// The files of this process; locks are the process's too, so there cannot be several of these.
    static let shared = OpenFiles()

    private let locks = FileLocks()
    private let files: Mutex<[FileIdentity: Entry]> = Mutex([:])

    /// One file, how many stores have it open, and how many of these only read it in one pass.
    private struct Entry {
        let writeLock: FairLock
        var users = 0
        var passing = 0
    }

    /// Runs the body while the files of some stores are opened, closed, moved or removed by no other thread of this
    /// process; those of other stores are.
    func withLock<R>(of stores: StorePath..., body: (OpenFiles) throws -> R) rethrows -> R {
        try locks.with(stores) { try body(self) }
    }

    /// Whether a store of this process has the file open.
    func isOpen(_ file: FileIdentity) -> Bool { files.withLock { $0[file] != nil } }

    /// Whether a store of this process works with the file, and does not only read it in one pass, as a migration does.
    ///
    /// Such a reader keeps its snapshot while the file is changed, like one in another process. If it blocked the
    /// change, programs that start at once and run the same migration would block one another.
    func isInUse(_ file: FileIdentity) -> Bool {
        files.withLock { files in files[file].map { $0.users > $0.passing } ?? false }
    }

    /// Records that a store has opened a file; returns the lock its writers share.
    func open(_ file: FileIdentity, isPassing: Bool) -> FairLock {
        files.withLock { files in
            var entry = files[file] ?? Entry(writeLock: FairLock())
            entry.users += 1
            if isPassing { entry.passing += 1 }
            files[file] = entry
            return entry.writeLock
        }
    }

    /// Records that a store has closed a file, which it opened in the same way.
    func close(_ file: FileIdentity, isPassing: Bool) {
        files.withLock { files in
            guard var entry = files[file] else { return }
            entry.users -= 1
            if isPassing { entry.passing -= 1 }
            files[file] = entry.users > 0 ? entry : nil
        }
    }
}
