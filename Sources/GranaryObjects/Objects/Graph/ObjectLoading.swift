/// Loads the objects that a graph needs and has not loaded.
protocol ObjectLoading: AnyObject {
    /// A cursor on the row with a key; `nil` if there is no row.
    func row(_ key: ObjectKey, of entity: Entity) throws -> (any RowCursor)?
    /// Loads objects by their keys in one request; notes keys without a row as absent.
    func loadObjects(_ keys: [ObjectKey], of entity: Entity) throws
    /// The objects with some keys, in one request; the caller holds them.
    func objects(_ keys: [ObjectKey], of entity: Entity) throws -> [any Model]
    /// Reloads unchanged objects in one request; detaches those whose rows are gone.
    func reload(_ keys: [(KeyBits, ObjectKey)], _ table: ObjectTable) throws
    /// Makes one-to-one relationships of unsaved objects consistent with the saves of others.
    func followPairs(of groups: [(table: ObjectTable, keys: [ObjectKey])], freeing: Bool) throws
    /// Loads the lists of one relationship to many for several owners.
    func loadLists(_ relationship: Relationship, of owners: OwnerMap, _ keys: [ObjectKey]) throws
    /// The objects that refer to one of some keys in the store.
    func objects(referringTo keys: [ObjectKey], through relationship: Relationship) throws -> [any Model]
}
