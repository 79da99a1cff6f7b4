#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension InspectableBackend {
    /// The directories in `accounts` below the location that are not empty, for stores of files; none for others.
    public static func places(of configuration: StoreConfiguration) throws -> [String] {
        guard capabilities.contains(.files) else { return [] }
        let directory = PathRule.join(configuration.location ?? ".", "accounts")
        let place = StorePlace(type, store: configuration.name, path: directory)
        return try entries(of: directory, place).filter { name in
            guard StoreConfiguration.isPlace(name) else { return false }
            // What is no directory is no place.
            return (try? entries(of: PathRule.join(directory, name), place))?.isEmpty == false
        }
    }

    /// The names of what is in a directory, in order; none where there is no directory.
    private static func entries(of path: String, _ place: StorePlace) throws -> [String] {
        guard let directory = opendir(path) else {
            if errno == ENOENT { return [] }
            throw place.systemError(errno, about: "directory", doing: "reading the directory of accounts")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
