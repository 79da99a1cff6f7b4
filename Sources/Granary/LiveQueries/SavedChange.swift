/// The rows of one model that a save has written.
public struct SavedChange<M: Model>: Sendable {
    /// A changed object.
    public struct Update: Sendable {
        /// The values that the save replaced.
        public let before: M.Snapshot
        /// The values that it stored.
        public let after: M.Snapshot

        /// The names of the stored properties that have other values than before.
        public var properties: [String] { changed.positions.map(entity.propertyName) }

        fileprivate let changed: PropertySet
        fileprivate let entity: Entity
    }

    /// The name of the configuration whose store was written to.
    public let configuration: String
    /// The number of the save in its store; `nil` if the rows are not known.
    ///
    /// Later saves of the same row have larger numbers. Those of different rows too, in stores with
    /// ``Capabilities/orderedSaves``.
    public let number: Int64?
    /// The author in the options of the context that saved, even if its save went through parents.
    public let author: String?
    /// The new objects.
    public let inserted: [M.Snapshot]
    /// The changed objects.
    public let updated: [Update]
    /// The deleted objects, with their last values; one whose key a new object has taken is among the inserted ones
    /// too.
    public let deleted: [M.Snapshot]
    /// Whether any object may have been inserted, changed or deleted; the lists are then empty.
    ///
    /// The rows of a save are not known if they are more than 10,000, if they were erased together, if the save was
    /// committed in part or by another process, or if the reader has left more than 10,000 rows unread. To begin again
    /// with its rows, the reader reads them by ``SavedChanges/read(_:)``.
    public let isWhole: Bool

    /// The changes of some objects, by the bits of their keys, and of some properties; `nil` for all.
    init(
        _ changes: ObservedChanges<M>, of entity: Entity, _ author: String?, only keys: Set<KeyBits>? = nil,
        in wanted: PropertySet = .all
    ) {
        func isWanted(_ snapshot: M.Snapshot) -> Bool {
            keys?.contains(snapshot.objectID.key.keyBits) ?? true
        }
        configuration = entity.configuration
        self.author = author
        number = changes.number
        inserted = keys == nil ? changes.inserted : changes.inserted.filter(isWanted)
        updated = changes.updated.compactMap { update in
            let changed = update.after.differences(from: update.before)
            if changed.intersection(wanted).isEmpty || !isWanted(update.after) { return nil }
            return Update(before: update.before, after: update.after, changed: changed, entity: entity)
        }
        deleted = changes.deleted.lazy.map(\.before).filter(isWanted)
        isWhole = false
    }

    init(wholeOf entity: Entity, _ author: String?) {
        configuration = entity.configuration
        self.author = author
        number = nil
        inserted = []
        updated = []
        deleted = []
        isWhole = true
    }

    /// The number of rows.
    var count: Int { inserted.count + updated.count + deleted.count }
    /// Whether nothing has changed.
    var isEmpty: Bool { count == 0 && !isWhole }
}
