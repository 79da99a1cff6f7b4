package import FoundationEssentials
import Granary

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The files below a directory.
package struct FileTree {
    private let root: String

    /// Looks below a directory.
    package init(_ root: String) { self.root = root }

    /// The paths of all files and directories below the root, sorted, relative to it.
    package var paths: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: root).sorted() }
    }

    /// The paths that are not directories.
    package var files: [String] {
        get throws { try paths.filter { status($0).map { $0.st_mode & S_IFMT != S_IFDIR } ?? false } }
    }

    /// The paths that are directories.
    package var directories: [String] {
        get throws { try paths.filter { status($0).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false } }
    }

    /// The permission bits of a path.
    package func mode(_ path: String) -> Int? { status(path).map { Int($0.st_mode & 0o777) } }

    /// The bytes of a file.
    package func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: "\(root)/\(path)") }

    /// The bytes of every file, by path.
    package func contents() throws -> [String: Data] {
        try Dictionary(uniqueKeysWithValues: files.map { ($0, bytes($0) ?? Data()) })
    }

    private func status(_ path: String) -> stat? {
        var status = stat()
        return lstat("\(root)/\(path)", &status) == 0 ? status : nil
    }
}

/// Runs a closure in which new files of this process get all permissions that are requested.
func withoutFileMask<R>(_ body: () throws -> R) rethrows -> R {
    let mask = umask(0)
    defer { umask(mask) }
    return try body()
}
