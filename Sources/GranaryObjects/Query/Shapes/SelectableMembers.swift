/// The objects of a relationship to many, whose rows become a column of `select`: the relationship itself, or some of its
/// objects.
///
/// Programs do not conform to it.
public protocol SelectableMembers<Root, Target>: Sendable {
    /// The model that has the relationship, or a relationship to one that leads to it.
    associatedtype Root: Model
    /// The model of the objects.
    associatedtype Target: Model

    /// The objects as a query.
    @_documentation(visibility: private)
    var _query: MemberQuery<Root, Target> { get }
}

extension SelectableMembers {
    /// The objects that satisfy the condition as well, or each of several; see ``ConditionBuilder``.
    public func `where`(
        @ConditionBuilder<Target> _ condition: (Target.Fields) -> Condition<Target>
    ) -> MemberQuery<Root, Target> { with { $0.where(condition) } }

    /// The same objects in another order; a further call adds to the order.
    ///
    /// Ties, and lists without an order, follow the primary key.
    public func sorted(_ term: (Target.Fields) -> SortKey<Target>) -> MemberQuery<Root, Target> {
        with { $0.sorted(term) }
    }

    /// The same objects, with the smallest values of an expression first; a further call adds to the order.
    @_disfavoredOverload
    public func sorted<Value>(
        _ expression: (Target.Fields) -> TypedExpression<Target, Value>
    ) -> MemberQuery<Root, Target> { with { $0.sorted(expression) } }

    /// At most this many objects of each list; a negative number is an error when the query is used.
    public func limit(_ count: Int) -> MemberQuery<Root, Target> { with { $0.limit(count) } }

    /// Each list without its first objects; a negative number is an error when the query is used.
    public func offset(_ count: Int) -> MemberQuery<Root, Target> { with { $0.offset(count) } }

    /// The same objects without the filters of some names, or without any filter if no name is given; those that the
    /// outer query lifts are lifted too.
    public func unfiltered(_ names: String...) -> MemberQuery<Root, Target> {
        with { query in
            var query = query
            query.lifted = query.lifted.union(names.isEmpty ? .all : LiftedFilters(names))
            return query
        }
    }

    private func with(_ change: (Query<Target>) -> Query<Target>) -> MemberQuery<Root, Target> {
        let members = _query
        return members.with(change(members.query))
    }
}
