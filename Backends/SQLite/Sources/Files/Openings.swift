internal import Synchronization

/// Counts how often database files are opened, for tests of the work that an operation takes.
///
/// A task counts its own openings only, so that tests run at the same time.
final class Openings: Sendable {
    /// The count of the present task; `nil` where nothing is counted.
    @TaskLocal static var current: Openings?

    private let paths: Mutex<[StorePath]> = Mutex([])

    /// Notes that a file is opened.
    func add(_ path: StorePath) { paths.withLock { $0.append(path) } }

    /// How often the database file at a path was opened.
    func count(of path: String) -> Int { paths.withLock { paths in paths.count { $0.path == path } } }
}
