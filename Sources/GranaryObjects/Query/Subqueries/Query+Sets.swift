/// Sets of the objects of two queries over one model, and queries over the objects of another query.
///
/// The results have no order yet, so they come in the order of their keys until they are sorted; an order of an inner query
/// decides which objects its limit and offset take. A filter of the model that one of the two queries lifts is lifted from
/// its objects alone.
extension Query {
    /// The objects of this query and those of another, each once.
    public func union(_ other: Query) -> Query {
        combined(with: other) { mine, theirs in
            guard let mine, let theirs else { return nil }
            return .either(mine, theirs)
        }
    }

    /// The objects that this query has in common with another.
    public func intersection(_ other: Query) -> Query {
        combined(with: other) { mine, theirs in
            guard let mine, let theirs else { return mine ?? theirs }
            return .both(mine, theirs)
        }
    }

    /// The objects of this query without those of another.
    public func subtracting(_ other: Query) -> Query {
        combined(with: other) { mine, theirs in
            guard let theirs else { return .leaf(.literal(.bool(false))) }
            let others = MeasuredTree(.not(theirs.tree), over: theirs)
            return mine.map { .both($0, others) } ?? others
        }
    }

    /// A query over the objects of this one, to which the conditions, orders and ranges that follow apply:
    /// `Order.all.sorted { $0.freight.descending }.limit(10).asSource().where { $0.shipCity == "Oslo" }`.
    ///
    /// Without it, a condition behind a limit chooses the objects that the limit counts.
    public func asSource() -> Query {
        var query = Query()
        query.prefetch = prefetch
        query.lifted = lifted
        query.skipsUnreadable = skipsUnreadable
        let (condition, fault) = membership(lifting: lifted)
        query.condition = condition
        query.problem = fault
        return query
    }

    private func combined(
        with other: Query, _ combine: (MeasuredTree?, MeasuredTree?) -> MeasuredTree?
    ) -> Query {
        var query = Query()
        query.lifted = lifted.union(other.lifted)
        query.skipsUnreadable = skipsUnreadable || other.skipsUnreadable
        query.prefetch = prefetch + other.prefetch.filter { !prefetch.contains($0) }
        let (mine, fault) = membership(lifting: query.lifted)
        let (theirs, otherFault) = other.membership(lifting: query.lifted)
        query.condition = combine(mine, theirs)
        query.problem = fault ?? otherFault
        return query
    }

    /// The condition for an object to be one of the query, in one that lifts some filters; `nil` for every object.
    private func membership(lifting filters: LiftedFilters) -> (MeasuredTree?, fault: GranaryError?) {
        if limit == nil, offset == 0, cursor == nil, lifted == filters { return (condition, problem) }
        let (query, fault) = subquery(.objects)
        return (MeasuredTree(.subquery(query, nil)), fault)
    }
}
