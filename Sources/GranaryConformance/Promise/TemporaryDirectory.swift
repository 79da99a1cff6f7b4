import FoundationEssentials

/// A directory for one promise.
struct TemporaryDirectory: Sendable {
    /// Its path.
    let path: String

    /// Names a directory that does not exist.
    init() {
        path =
            FileManager.default.temporaryDirectory
            .appending(path: "granary-conformance-\(UUID().uuidString)", directoryHint: .isDirectory).path
    }

    /// Names one that was made.
    init(_ path: String) { self.path = path }

    /// Makes it.
    func make() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Removes it with everything in it.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
