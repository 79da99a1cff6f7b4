/// The description of a store that was inspected without opening it.
public struct InspectedStore: Sendable, Hashable, Codable {
    /// The identity of the store, and the version of its backend's format.
    public var identity: StoreIdentity
    /// The schema that the store has recorded.
    ///
    /// A store of format 1 does not record models; the schema then has a model for each table.
    public var schema: StoredSchema
    /// The size in bytes of the store with all its files.
    public var size: Int64
    /// The files of the store; none for a store on a server.
    public var files: [File]
    /// The known processes that have the store open: process numbers of this system, or of the server's own processes
    /// that serve Granary in the store's database.
    public var holders: [Int]
    /// The number of the last save; `nil` where it cannot be known without opening the store.
    public var saves: Int64?

    /// Makes a description; the size is that of the files unless given.
    public init(
        identity: StoreIdentity, schema: StoredSchema, size: Int64? = nil, files: [File] = [],
        holders: [Int] = [], saves: Int64? = nil
    ) {
        self.identity = identity
        self.schema = schema
        self.files = files
        self.holders = holders
        self.saves = saves
        self.size = size ?? files.reduce(0) { $0 + $1.size }
    }

    /// A file of a store.
    public struct File: Sendable, Hashable, Codable {
        /// The path.
        public var path: String
        /// Its size in bytes.
        public var size: Int64
        /// Whether it is a side file, which the engine keeps next to the store's main file while it needs it.
        public var isSideFile: Bool

        /// Makes a description.
        public init(path: String, size: Int64, isSideFile: Bool = false) {
            self.path = path
            self.size = size
            self.isSideFile = isSideFile
        }
    }
}
