extension FetchRequest {
    /// The second side of a join: the rows of an entity that are paired with those of the request's own.
    ///
    /// Expressions of a request with a partner reach the partner's columns by paths that begin with ``step``, as if it were
    /// at the end of a relationship to one. The key of the partner breaks ties after that of the row. Nothing in a join that
    /// a session gets can fail on a row, but for columns that it computes.
    public struct Partner: Sendable {
        /// The first step of a path that leads to the partner; no property has such a name.
        public static var step: String { "$1" }

        /// The entity of the partner's rows.
        public var entity: Entity
        /// Two values, of the row and of its partner, that have to be equal; a value that is `nil` is equal to none.
        public var keys: [Key] = []
        /// The further conditions for two rows to be a pair, seen from the first.
        public var conditions: [ExpressionTree] = []
        /// Whether a row stays without a partner, once, if it has none; then all of the partner's columns are `nil`.
        public var isOptional = false

        /// Makes a partner for rows, without a condition.
        public init(_ entity: Entity) { self.entity = entity }
    }
}

extension FetchRequest.Partner {
    /// Two values that have to be equal, both seen from the first row.
    public struct Key: Sendable {
        /// The value of the row.
        public var first: ExpressionTree
        /// The value of its partner.
        public var second: ExpressionTree

        /// Makes a pair of values.
        public init(first: ExpressionTree, second: ExpressionTree) {
            self.first = first
            self.second = second
        }
    }
}
