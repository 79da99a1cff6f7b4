/// A session that finds single rows by key without a fetch.
///
/// It is optional, and avoids a request and an answer for each look-up; with other sessions the core fetches a list of
/// one key.
public protocol LookupSession: StoreSession {
    /// A cursor at the row with a key; `nil` if there is no such row.
    ///
    /// It reads the snapshot, as ``StoreSession/fetch(_:)`` does. The caller closes the cursor before the next look-up.
    func row(_ key: ObjectKey, of entity: Entity) throws -> (any RowCursor)?
}
