/// What the core asks a store to fetch: rows of one entity.
public struct FetchRequest: Sendable {
    /// The entity whose rows are wanted.
    public var entity: Entity
    /// Which rows to start from, before the predicate.
    public var selection: Selection = .all
    /// What must hold of a row; `nil` for every row.
    public var predicate: ExpressionTree?
    /// The order; a store adds the key as the last tie breaker, in the direction of the last term (ascending
    /// without terms).
    public var sort: [SortTerm] = []
    /// How many rows of the ordered answer are passed over; never negative.
    public var offset = 0
    /// The largest number of rows after the offset; `nil` for no limit; never negative.
    public var limit: Int?
    /// Whether other requests are likely to come between the rows; a store whose connections answer one
    /// request at a time then keeps the rows where they are.
    public var isStream = false

    /// Makes a request for all rows of an entity, in key order.
    public init(entity: Entity) { self.entity = entity }

    /// Where the rows come from.
    public enum Selection: Sendable {
        /// Every row of the entity.
        case all
        /// The rows with these keys; keys without a row are passed over.
        case keys([ObjectKey])
        /// The rows whose relationship to one (named, of the request's entity) refers to one of these keys.
        ///
        /// Without a sort, an offset and a limit only rows that refer to the same object are in key order, so
        /// that a store may answer in the order of an index on the reference: by (reference, key).
        case referring(relationship: String, to: [ObjectKey])
    }
}

extension FetchRequest {
    /// The key, when the request is for the one row that has it.
    package var onlyKey: ObjectKey? {
        guard isPlain, case .keys(let keys) = selection, keys.count == 1 else { return nil }
        return keys.first
    }

    /// Whether only the selection says which rows are wanted, in the order they come by themselves.
    package var isPlain: Bool { predicate == nil && sort.isEmpty && !hasRange }

    /// Whether not all rows are wanted, so that their order decides which.
    package var hasRange: Bool { offset != 0 || limit != nil }
}

/// One part of an order.
public struct SortTerm: Sendable, Hashable, Codable {
    /// What is compared.
    public var expression: ExpressionTree
    /// Whether larger values come first; `nil` values then come last.
    public var isDescending: Bool

    /// Makes a part of an order.
    public init(_ expression: ExpressionTree, isDescending: Bool = false) {
        self.expression = expression
        self.isDescending = isDescending
    }
}

/// A store's answer to a fetch.
public struct FetchAnswer {
    /// The rows.
    public var cursor: any RowCursor
    /// What the store left to the core.
    ///
    /// The rows are then a superset in any order, as the parts say.
    public var remaining: Remaining

    /// Makes an answer.
    public init(cursor: any RowCursor, remaining: Remaining = []) {
        self.cursor = cursor
        self.remaining = remaining
    }

    /// The parts of a request that a store did not carry out.
    public struct Remaining: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int
        /// Makes a set from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The rows include some for which the predicate does not hold.
        ///
        /// A store that leaves this leaves the range too.
        public static let predicate = Remaining(rawValue: 1)
        /// The rows are not in the order asked for.
        ///
        /// A store that leaves this leaves the range too.
        public static let sort = Remaining(rawValue: 2)
        /// Offset and limit were not applied.
        public static let range = Remaining(rawValue: 4)
    }
}
