/// Identifies equal live queries: the same rows, and the same results computed from them.
struct LiveKey: Hashable, Sendable {
    private let model: ObjectIdentifier
    private let predicate: ExpressionTree?
    private let sort: [SortTerm]
    private let offset: Int
    private let limit: Int?
    private let cursor: PageCursor?
    private let lifted: LiftedFilters
    private let skipsUnreadable: Bool
    private let isFaulty: Bool
    private let grouping: Grouping?

    init<M: Model>(_ query: Query<M>, _ grouping: Grouping? = nil) {
        model = ObjectIdentifier(M.self)
        isFaulty = query.problem != nil
        predicate = query.predicate
        // An order that was made by hand may be too deep to be compared.
        sort = isFaulty ? [] : query.sort
        offset = query.offset
        limit = query.limit
        cursor = query.cursor
        lifted = query.lifted
        skipsUnreadable = query.skipsUnreadable
        self.grouping = grouping
    }
}
