package import Foundation

/// A directory of its own for one test, for its user alone; it goes away with the value.
package final class TemporaryDirectory: Sendable {
    /// Its path, without symbolic links.
    package let path: String

    /// Makes the directory, whose name begins with some words.
    package init(_ words: String = "granary-") throws {
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        path = parent.appending(path: "\(words)\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { remove() }

    /// Its place as a URL.
    package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// The names of what is in it, in order.
    package var names: [String] { Self.names(in: path) }

    /// The path of something in it.
    package func path(of name: String) -> String { "\(path)/\(name)" }

    /// The names of what is in a directory, in order; none where there is no directory.
    package static func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Removes it with everything in it, also what a test has made unwritable.
    private func remove() {
        if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
        let open: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? FileManager.default.setAttributes(open, ofItemAtPath: path)
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
            try? FileManager.default.setAttributes(open, ofItemAtPath: "\(path)/\(name)")
        }
        try? FileManager.default.removeItem(atPath: path)
    }
}
