internal import Granary
internal import Synchronization

/// The database files that stores of this process have open, by inode.
///
/// POSIX locks belong to a process and a file: closing any descriptor of a file drops them all, so a file that
/// is open must not be opened for a look at its header, and stores on the same file share the right to write.
final class OpenFiles: Sendable {
    /// The files of this process; locks are the process's too, so there cannot be several of these.
    static let shared = OpenFiles()

    private let files: Mutex<[FileIdentity: Entry]> = Mutex([:])

    /// One file and how many stores have it open.
    fileprivate struct Entry {
        let writeLock: FairLock
        var users: Int
    }

    /// Runs the body while no file is opened, closed, moved or removed by another thread of this process.
    func withLock<R>(_ body: (inout Files) throws -> R) throws -> R {
        try files.withLock { entries in
            var files = Files(entries: entries)
            defer { entries = files.entries }
            return try body(&files)
        }
    }

    /// The open files, while the lock is held.
    struct Files {
        fileprivate var entries: [FileIdentity: Entry]

        /// Whether a store of this process has the file open.
        func isOpen(_ file: FileIdentity) -> Bool { entries[file] != nil }

        /// Records that a store has opened a file; returns the lock its writers share.
        mutating func open(_ file: FileIdentity) -> FairLock {
            let lock = entries[file]?.writeLock ?? FairLock()
            entries[file, default: Entry(writeLock: lock, users: 0)].users += 1
            return lock
        }

        /// Records that a store has closed a file.
        mutating func close(_ file: FileIdentity) {
            guard let users = entries[file]?.users else { return }
            entries[file]?.users = users - 1
            if users <= 1 { entries[file] = nil }
        }
    }
}
