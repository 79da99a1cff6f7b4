#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The directories that a store's new place lacks, to be removed again if the store does not move there.
package struct MissingDirectories: Sendable {
    /// The paths, the outermost first.
    private var paths: [String] = []

    /// Finds the directories of a path that do not exist.
    package init(of path: String) {
        var path = path
        while !path.isEmpty, path != "/", access(path, F_OK) != 0 {
            paths.insert(path, at: 0)
            path = path.halves(atLast: "/")?.before ?? ""
        }
    }

    /// Removes those that have been made since and are empty, the innermost first.
    package func removeEmpty() { for path in paths.reversed() { rmdir(path) } }
}
