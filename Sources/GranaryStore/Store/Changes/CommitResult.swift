/// The result of a commit.
public struct CommitResult: Sendable {
    /// The new version of every row that this save wrote; larger than that of any earlier save to the store.
    public var version: Int64
    /// The rows that had another version than required, or were gone.
    ///
    /// If there are any, nothing was committed.
    public var conflicts: [Conflict]

    /// Makes a result.
    public init(version: Int64, conflicts: [Conflict] = []) {
        self.version = version
        self.conflicts = conflicts
    }

    /// A row that another save changed or deleted.
    public struct Conflict: Sendable, Hashable {
        /// The name of the entity.
        public var entity: String
        /// The key of the row.
        public var key: ObjectKey
        /// Makes a conflict.
        public init(entity: String, key: ObjectKey) {
            self.entity = entity
            self.key = key
        }
    }
}
