internal import Synchronization

/// The databases that this process has open, by inode.
///
/// LevelDB's lock is a POSIX lock, which belongs to the process: opening the lock file a second time and
/// closing it would drop the lock and let another process in. So a database that is open here is never inspected.
final class OpenDirectories: Sendable {
    /// The directories of this process; locks are the process's too, so there cannot be several of these.
    static let shared = OpenDirectories()

    private let open: Mutex<Set<DirectoryIdentity>> = Mutex([])

    /// Claims a directory; `nil` when it is claimed in this process already.
    func claim(_ identity: DirectoryIdentity) -> Claim? {
        open.withLock { $0.insert(identity).inserted } ? Claim(identity, self) : nil
    }

    fileprivate func release(_ identity: DirectoryIdentity) { open.withLock { _ = $0.remove(identity) } }

    /// The right to open and change one directory, until it is released.
    final class Claim: Sendable {
        private let identity: DirectoryIdentity
        private let directories: OpenDirectories
        private let isReleased = Atomic<Bool>(false)

        fileprivate init(_ identity: DirectoryIdentity, _ directories: OpenDirectories) {
            self.identity = identity
            self.directories = directories
        }

        deinit { release() }

        /// Gives the right back; safe to call twice.
        func release() {
            if !isReleased.exchange(true, ordering: .relaxed) { directories.release(identity) }
        }
    }
}
