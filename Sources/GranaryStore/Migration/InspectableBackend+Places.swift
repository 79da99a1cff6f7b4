extension InspectableBackend {
    /// The directories in `accounts` below the location that are not empty, for stores of files; none for others.
    public static func places(of configuration: StoreConfiguration) throws -> [String] {
        guard capabilities.contains(.files) else { return [] }
        let directory = PathRule.join(configuration.location ?? ".", "accounts")
        let place = StorePlace(type, store: configuration.name, path: directory)
        let what = "reading the directory of accounts"
        return (try place.names(in: directory, doing: what) ?? []).filter { name in
            guard StoreConfiguration.isPlace(name) else { return false }
            // What is no directory is no place.
            return (try? place.names(in: PathRule.join(directory, name), doing: what))?.isEmpty == false
        }
    }
}
