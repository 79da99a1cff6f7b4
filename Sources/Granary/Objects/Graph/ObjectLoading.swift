/// Loads what a graph refers to or is asked for, and has not loaded.
protocol ObjectLoading: AnyObject {
    /// A cursor on the row with a key; `nil` where there is none.
    func row(_ key: ObjectKey, of entity: Entity) throws -> (any RowCursor)?
    /// Loads objects by their keys in one request; keys without a row are remembered as absent.
    func loadObjects(_ keys: [ObjectKey], of entity: Entity) throws
    /// Reads loaded objects without changes again in one request; those whose rows are gone are detached.
    func reload(_ keys: [(KeyBits, ObjectKey)], _ table: ObjectTable) throws
    /// Has the one-to-one relationships of unsaved objects agree with what others have saved of them.
    func followPairs(of keys: [ObjectKey], _ table: ObjectTable, freeing: Bool) throws
    /// Loads the lists of one relationship to many for some owners.
    func loadLists(_ relationship: Relationship, of owners: OwnerMap, _ keys: [ObjectKey]) throws
    /// The objects that refer to some keys in the store.
    func objects(referringTo keys: [ObjectKey], through relationship: Relationship) throws -> [any Model]
}
