/// A request for rows of one entity.
public struct FetchRequest: Sendable {
    /// The entity whose rows are wanted.
    public var entity: Entity
    /// Which rows to start from, before the predicate.
    public var selection: Selection = .all
    /// The condition that rows must satisfy; `nil` for every row.
    public var predicate: ExpressionTree?
    /// The order; a store adds the key as the last tie breaker, in the direction of the last term (ascending
    /// without terms).
    public var sort: [SortTerm] = []
    /// The number of sorted rows to skip; never negative.
    public var offset = 0
    /// The largest number of rows after the offset; `nil` for no limit; never negative.
    public var limit: Int?
    /// Whether other requests are likely while the rows are read.
    ///
    /// A store whose connections answer one request at a time then leaves the rows on the server.
    public var isStream = false
    /// The second side of a join, whose rows are paired with those of the entity; `nil` without one.
    ///
    /// Only sessions that answer joins get one (``StoreSession/answersJoins``), in the rows of other requests.
    public var partner: Partner?

    /// Makes a request for all rows of an entity, in key order.
    public init(entity: Entity) { self.entity = entity }

    /// Where the rows come from.
    public enum Selection: Sendable {
        /// Every row of the entity.
        case all
        /// The rows with these keys; keys without a row are skipped.
        case keys([ObjectKey])
        /// The rows whose named relationship to one refers to one of these keys.
        ///
        /// Without sort, offset and limit a store may answer in the order of an index on the reference, by
        /// (reference, key): only rows that refer to the same object are in key order.
        case referring(relationship: String, to: [ObjectKey])
    }
}

extension FetchRequest {
    /// The key, when the request is for the one row that has it.
    package var onlyKey: ObjectKey? {
        guard isPlain, case .keys(let keys) = selection, keys.count == 1 else { return nil }
        return keys.first
    }

    /// Whether only the selection decides the wanted rows, in their natural order.
    package var isPlain: Bool { predicate == nil && sort.isEmpty && !hasRange }

    /// Whether only a range of rows is wanted, so that their order decides which.
    package var hasRange: Bool { offset != 0 || limit != nil }
}
