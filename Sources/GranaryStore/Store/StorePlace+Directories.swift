#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension StorePlace {
    /// The names of what is in a directory, in alphabetical order; `nil` where there is no directory.
    ///
    /// - Throws: the error of a call of the operating system that failed while the store did something.
    package func names(in directory: String, doing what: String) throws -> [String]? {
        guard let listing = opendir(directory) else {
            if errno == ENOENT { return nil }
            throw systemError(errno, about: "directory", doing: what)
        }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
