import FoundationEssentials

/// A directory for one promise.
struct TemporaryDirectory: Sendable {
    /// Its path.
    let path: String

    /// Chooses a directory name that is not in use.
    init() {
        path =
            FileManager.default.temporaryDirectory
            .appending(path: "granary-conformance-\(UUID().uuidString)", directoryHint: .isDirectory).path
    }

    /// Describes a directory that exists.
    init(_ path: String) { self.path = path }

    /// Creates the directory.
    func make() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Removes the directory with everything in it.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
