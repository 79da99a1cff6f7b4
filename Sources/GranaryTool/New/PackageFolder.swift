import FoundationEssentials
import Granary

/// The folder of a new package.
struct PackageFolder {
    /// Its path as the user sees it.
    let path: String

    /// Names a folder, which need not be there.
    init(_ path: String) { self.path = path }

    /// Writes files into the folder, which is made, or must be empty.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` if there is something already; ``GranaryError/Code/io`` for failures of
    ///   the file system.
    func write(_ files: [NewFile]) throws {
        try refuseContent()
        for file in files {
            let place = PathRule.join(path, file.path)
            do {
                try FileManager.default.createDirectory(
                    atPath: PathRule.directory(of: place), withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: URL(filePath: place))
            } catch {
                throw GranaryError(
                    .io, "“\(place)” cannot be written. Check the directory and its permissions.",
                    cause: error)
            }
        }
    }

    private func refuseContent() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        if let content = try? FileManager.default.contentsOfDirectory(atPath: path), content.isEmpty {
            return
        }
        throw GranaryError(
            .configuration,
            "“\(path)” exists and is no empty folder; nothing was written. Choose another name, or another --folder."
        )
    }

    /// The path that leads from this folder to another one, of which both may be named by symbolic links.
    func relativePath(to other: String) -> String {
        let parts = path.halves(atLast: "/") ?? (".", path)
        let (from, to) = (Self.parts(parts.before) + [parts.after], Self.parts(other))
        let common = zip(from, to).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: from.count - common) + to.dropFirst(common)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }

    /// The names on the way from the root of the file system to a folder, without symbolic links.
    private static func parts(_ path: String) -> [String] {
        let whole = path.isEmpty ? "/" : PathRule.join(FileManager.default.currentDirectoryPath, path)
        return URL(filePath: whole, directoryHint: .isDirectory).standardizedFileURL.resolvingSymlinksInPath()
            .path
            .parts(between: "/").filter { !$0.isEmpty }
    }
}
