/// A store's answer to a fetch.
public struct FetchAnswer {
    /// The rows.
    public var cursor: any RowCursor
    /// The parts of the request that the store left to the core.
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
        /// The rows may include some that do not satisfy the predicate.
        ///
        /// A store that leaves this part leaves the range too.
        public static let predicate = Remaining(rawValue: 1)
        /// The rows are not in the requested order.
        ///
        /// A store that leaves this part leaves the range too.
        public static let sort = Remaining(rawValue: 2)
        /// Offset and limit were not applied.
        public static let range = Remaining(rawValue: 4)
    }
}
