/// The result of a live query: a collection of snapshots in the order of the query.
public struct LiveResult<M: Model>: RandomAccessCollection, Sendable {
    let rows: ArraySlice<LiveRow<M>>
    /// The changes since the result before; none in the first result.
    ///
    /// Applied to the elements before (`apply(_:)` of arrays), the changes give the current elements.
    public let changes: [ResultChange<M.Snapshot>]
    /// Whether this is the first result of its reader.
    public let isFirst: Bool
    /// Whether this result combines saves that a reader of every save (``LiveDelivery/every(buffer:)``) has asked for
    /// one by one.
    ///
    /// Saves that together change nothing also give such a result, without changes. It may lack saves that are stored
    /// but not reported yet.
    public let hasOverflowed: Bool
    /// The presence of the rows' store.
    let presence: StorePresence?

    /// Whether it reports more than equal rows that are now of another store.
    var tellsValues: Bool { isFirst || hasOverflowed || !changes.isEmpty }

    init(
        _ rows: ArraySlice<LiveRow<M>>, _ changes: [ResultChange<M.Snapshot>], isFirst: Bool,
        hasOverflowed: Bool = false, in presence: StorePresence?
    ) {
        self.presence = presence
        self.rows = rows
        self.changes = changes
        self.isFirst = isFirst
        self.hasOverflowed = hasOverflowed
    }

    /// The position of the first element.
    public var startIndex: Int { 0 }
    /// The position after the last element.
    public var endIndex: Int { rows.count }
    /// The element at a position.
    public subscript(position: Int) -> M.Snapshot { rows[rows.startIndex + position].snapshot }
}
