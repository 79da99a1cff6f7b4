/// A request for pairs of objects of two queries, chosen by conditions on both; ``join(_:_:on:)``, ``leftJoin(_:_:on:)`` and
/// ``crossJoin(_:_:)`` make it.
///
/// Its closures get the fields of the first model as `$0` and those of the second as `$1`:
///
/// ```swift
/// let pairs = join(Flight.all, Visit.all, on: { $0.day == $1.begin })
///     .where { $0.carrier == "UA" || $1.end > today }
///     .sorted { flight, _ in flight.number.ascending }
/// let rows = try context.select(pairs) { ($0.number, $1.end) }
/// ```
///
/// Pairs without an order come in the order of the first object's key, then of the second's. It is a value; nothing happens
/// until a context is asked.
public struct Join<First: Model, Second: Model, Partner: Sendable>: Sendable {
    let first: Query<First>
    let second: Query<Second>
    @usableFromInline let partner: Partner
    /// Whether objects of the first query stay without a partner.
    let keepsUnpaired: Bool
    /// The condition by which objects are joined; `nil` for each with each.
    private(set) var condition: MeasuredTree?
    /// The condition on the result; `nil` for every pair.
    private(set) var predicate: MeasuredTree?
    private(set) var sort: [SortTerm] = []
    private(set) var passed = 0
    private(set) var most: Int?
    private(set) var mostCompared = 1_000_000
    /// The fault of the join, thrown when it is used.
    private(set) var problem: GranaryError?

    init(
        _ first: Query<First>, _ second: Query<Second>, _ partner: Partner, keepsUnpaired: Bool,
        on condition: Condition<First>?
    ) {
        self.first = first
        self.second = second
        self.partner = partner
        self.keepsUnpaired = keepsUnpaired
        let joined = condition.flatMap { $0.tree == .literal(.bool(true)) ? nil : $0 }
        self.condition = joined?.measured
        problem =
            first.subquery(.objects).fault ?? second.subquery(.objects).fault ?? condition?.problem
    }

    /// The pairs that satisfy the condition as well, or each of several lines; see ``ConditionBuilder``.
    ///
    /// In a left join it also decides about objects without a partner, whose second side is `nil`; in the condition of the
    /// join itself it would only decide which partners there are.
    public func `where`(
        @ConditionBuilder<First> _ condition: (First.Fields, Partner) -> Condition<First>
    ) -> Join {
        let condition = condition(First.fields, partner)
        var join = self
        join.problem = problem ?? condition.problem
        if condition.tree == .literal(.bool(true)) { return join }
        join.predicate = predicate.map { .both($0, condition.measured) } ?? condition.measured
        return join
    }

    /// The same pairs in another order; a further call adds to the order.
    ///
    /// Ties are broken by the key of the first object, then of the second, in the direction of the last term.
    public func sorted(_ term: (First.Fields, Partner) -> SortKey<First>) -> Join {
        let order = term(First.fields, partner)
        var join = self
        join.sort.append(order.term)
        join.problem = problem ?? order.problem
        return join
    }

    /// The same pairs, with the smallest values of an expression first, as with `ascending`; a further call adds to the
    /// order.
    @_disfavoredOverload
    public func sorted<Value>(
        _ expression: (First.Fields, Partner) -> TypedExpression<First, Value>
    ) -> Join { sorted { expression($0, $1).ascending } }

    /// At most this many pairs; a negative number is an error when the join is used.
    public func limit(_ count: Int) -> Join {
        var join = self
        join.most = count
        return join
    }

    /// The join without its first pairs; a negative number is an error when the join is used.
    public func offset(_ count: Int) -> Join {
        var join = self
        join.passed = count
        return join
    }

    /// The same join, which may compare this many pairs where no equality of both sides finds them; without it 1,000,000.
    ///
    /// A join that would compare more is a ``GranaryError/Code/query`` error before it reads an object.
    public func comparing(atMost pairs: Int) -> Join {
        var join = self
        join.mostCompared = pairs
        return join
    }

    /// The join with the fault of something that is asked of it.
    func noting(_ fault: GranaryError?) -> Join {
        var join = self
        join.problem = problem ?? fault
        return join
    }

    /// The join without order and range.
    func arrangedOtherwise() -> Join {
        var join = self
        (join.sort, join.passed, join.most) = ([], 0, nil)
        return join
    }
}
