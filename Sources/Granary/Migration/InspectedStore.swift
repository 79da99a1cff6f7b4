/// What is known of a store that was looked at and not opened.
public struct InspectedStore: Sendable, Hashable, Codable {
    /// Who the store is, and in which version of its backend's format.
    public var identity: StoreIdentity
    /// What it knows of its models.
    ///
    /// A store of format 1 does not name them; its tables stand for them then.
    public var schema: StoredSchema
    /// Its size in bytes, with all that belongs to it.
    public var size: Int64
    /// The files that it consists of; none for a store on a server.
    public var files: [File]
    /// The processes that have it open, as far as they can be told: the numbers of this system's, or those of a server's own
    /// processes that work for Granary in the store's database.
    public var holders: [Int]

    /// Makes a description; the size is that of the files unless given.
    public init(
        identity: StoreIdentity, schema: StoredSchema, size: Int64? = nil, files: [File] = [],
        holders: [Int] = []
    ) {
        (self.identity, self.schema, self.files, self.holders) = (identity, schema, files, holders)
        self.size = size ?? files.reduce(0) { $0 + $1.size }
    }

    /// A file of a store.
    public struct File: Sendable, Hashable, Codable {
        /// The path.
        public var path: String
        /// Its size in bytes.
        public var size: Int64
        /// Whether it lies beside the file that names the store, for as long as its engine needs it.
        public var isSideFile: Bool

        /// Makes a description.
        public init(path: String, size: Int64, isSideFile: Bool = false) {
            (self.path, self.size, self.isSideFile) = (path, size, isSideFile)
        }
    }
}
