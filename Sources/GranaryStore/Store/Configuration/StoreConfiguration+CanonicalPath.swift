#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension StoreConfiguration {
    /// The directory of the store, with symbolic links followed in its existing part, and the store's name in it.
    ///
    /// Different spellings of a directory give the same path, so that equal paths mean the same store. A link at the
    /// place of the store itself is not followed.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when a name is not allowed.
    package func canonicalPath() throws -> (directory: String, name: String) {
        let path = PathRule.absolute(try resolvedPath())
        let directory = PathRule.directory(of: path)
        return (Self.canonical(directory.isEmpty ? "." : directory), PathRule.name(of: path))
    }

    /// The real path of the longest part that exists, followed by the rest.
    private static func canonical(_ directory: String) -> String {
        var existing = directory
        var rest = ""
        while true {
            if let real = realpath(existing, nil) {
                defer { free(real) }
                let base = String(cString: real)
                return base == "/" && !rest.isEmpty ? rest : base + rest
            }
            guard let (above, name) = existing.halves(atLast: "/"), !above.isEmpty else { return directory }
            rest = "/\(name)\(rest)"
            existing = above
        }
    }
}
