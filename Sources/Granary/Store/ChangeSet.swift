/// All changes of one save to one store, committed as a whole or not at all.
///
/// Only the final state counts: unique values may be swapped, rows may refer to each other in cycles, a key may be
/// deleted and inserted again.
public struct ChangeSet {
    /// The rows to delete, by entity.
    public var deletes: [DeleteBatch] = []
    /// The rows to change, by entity.
    public var updates: [UpdateBatch] = []
    /// The rows to insert, by entity, referenced entities first where there is no cycle.
    public var inserts: [InsertBatch] = []
    /// The pairs to add to and remove from link tables.
    public var links: [LinkBatch] = []
    /// Rows that must still have the version this context read, though it does not change them.
    public var requirements: [DeleteBatch] = []

    /// Makes an empty change set.
    public init() {}

    /// Whether nothing is changed.
    public var isEmpty: Bool {
        deletes.isEmpty && updates.isEmpty && inserts.isEmpty && links.isEmpty && requirements.isEmpty
    }

    /// Every row that must be in the store, with the version it must have.
    package var readVersions: [DeleteBatch] {
        requirements + deletes
            + updates.map { DeleteBatch(entity: $0.entity, rows: $0.rows.map { ($0.key, $0.version) }) }
    }
}

/// New rows of one entity.
public struct InsertBatch {
    /// The entity.
    public var entity: Entity
    /// The rows; each writes every column.
    public var rows: [any RowEncodable]

    /// Makes a batch.
    public init(entity: Entity, rows: [any RowEncodable]) {
        self.entity = entity
        self.rows = rows
    }
}

/// Changed rows of one entity.
public struct UpdateBatch {
    /// The entity.
    public var entity: Entity
    /// The changes.
    public var rows: [Row]

    /// Makes a batch.
    public init(entity: Entity, rows: [Row]) {
        self.entity = entity
        self.rows = rows
    }

    /// One changed row.
    public struct Row {
        /// The key of the row.
        public var key: ObjectKey
        /// The version the row must have; `nil` for any.
        public var version: Int64?
        /// The row that writes the columns.
        public var source: any RowEncodable
        /// The properties to write.
        public var properties: PropertySet

        /// Makes a changed row.
        public init(
            key: ObjectKey, version: Int64?, source: any RowEncodable, properties: PropertySet
        ) {
            self.key = key
            self.version = version
            self.source = source
            self.properties = properties
        }
    }
}

/// Rows of one entity that must have a version, to delete them or to rely on them.
public struct DeleteBatch {
    /// The entity.
    public var entity: Entity
    /// Keys with the version each row must have; a `nil` version matches any.
    public var rows: [(key: ObjectKey, version: Int64?)]

    /// Makes a batch.
    public init(entity: Entity, rows: [(key: ObjectKey, version: Int64?)]) {
        self.entity = entity
        self.rows = rows
    }
}

/// Changes of one link table.
public struct LinkBatch {
    /// The table.
    public var table: LinkTable
    /// The pairs to add; adding an existing pair changes nothing.
    public var added: [(first: ObjectKey, second: ObjectKey)] = []
    /// The pairs to remove; removing a missing pair changes nothing.
    public var removed: [(first: ObjectKey, second: ObjectKey)] = []

    /// Makes an empty batch.
    public init(table: LinkTable) { self.table = table }
}

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
