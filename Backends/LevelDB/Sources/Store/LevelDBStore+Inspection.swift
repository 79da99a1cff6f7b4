#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import CLevelDB
public import GranaryStore
internal import GranaryKeyValue

extension LevelDBStore: InspectableBackend {
    /// The inspected store, by the description next to the database; `nil` without a store.
    public static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore? {
        let named = try StoreDirectory(configuration)
        if try named.notes.destination() != nil { return nil }
        let directory = try named.arrived() ?? named
        guard let identity = try directory.identity(), try !directory.names().isEmpty else { return nil }
        let catalogue = try StoreDescription(directory).catalogue
        return InspectedStore(
            identity: catalogue.identity, schema: catalogue.storedSchema(like: StoredSchema()),
            files: directory.list(try directory.names()), holders: directory.holders(identity))
    }
}

extension StoreDirectory {
    /// The files of some names; LevelDB may remove any of them at any time.
    fileprivate func list(_ names: [String]) -> [InspectedStore.File] {
        names.compactMap { name in
            var status = stat()
            guard lstat(file(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return InspectedStore.File(
                path: file(name), size: Int64(status.st_size), isSideFile: name == Self.lock)
        }
    }

    /// The process that has the database open.
    fileprivate func holders(_ identity: DirectoryIdentity) -> [Int] {
        // A look at the lock file would drop this process's own lock.
        guard let claim = OpenDirectories.shared.claim(identity) else { return [Int(getpid())] }
        defer { claim.release() }
        let holder = granary_lock_holder(file(Self.lock), false)
        return holder > 0 ? [Int(holder)] : []
    }
}
