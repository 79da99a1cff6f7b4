/// A request for objects of one model: a condition, an order and a range.
///
/// It is a value; nothing happens until a context fetches it.
public struct Query<M: Model>: Sendable {
    /// The condition as a tree; `nil` for every object.
    ///
    /// A predicate that was made by hand and is nested more than 200 levels deep, not counting chains of `and` and of
    /// `or`, is refused when the query is used.
    public var predicate: ExpressionTree? {
        get { condition?.tree }
        set { condition = newValue.map { MeasuredTree($0) } }
    }
    /// The condition with the height of its tree.
    var condition: MeasuredTree?
    /// The order; ties are broken by the primary key, in the direction of the last term.
    public var sort: [SortTerm] = []
    /// The number of objects to skip.
    public var offset = 0
    /// The largest number of objects; `nil` for no limit.
    public var limit: Int?
    /// The relationships to load together with the objects, as paths of names.
    public var prefetch: [[String]] = []
    /// The filters of models that do not count.
    package var lifted = LiftedFilters.none
    /// Whether rows that cannot be read are left out.
    package var skipsUnreadable = false
    /// The page after which the objects begin; `nil` for the first.
    package var cursor: PageCursor?
    /// The fault of the query, thrown when it is used.
    package var problem: GranaryError? {
        get {
            if let noted { return noted }
            let isTooDeep =
                condition?.isTooHigh == true
                || sort.contains { $0.expression.isTooHigh }
            return isTooDeep ? ExpressionTree.tooDeep(M.modelDescription.name) : nil
        }
        set { noted = newValue }
    }
    /// The fault of a part of the query.
    private var noted: GranaryError?

    /// Makes a query for all objects, in the order of their keys.
    public init() {}

    /// Makes a query from a tree.
    public init(predicate: ExpressionTree?) { condition = predicate.map { MeasuredTree($0) } }

    /// The objects that satisfy the condition as well, or each of several; see ``ConditionBuilder``.
    public func `where`(@ConditionBuilder<M> _ condition: (M.Fields) -> Condition<M>) -> Query {
        let condition = condition(M.fields)
        var query = self
        query.noted = noted ?? condition.problem
        // Filters that were all left out are no condition.
        if condition.tree == .literal(.bool(true)) { return query }
        query.condition = self.condition.map { .both($0, condition.measured) } ?? condition.measured
        return query
    }

    /// The same objects in another order; a further call adds to the order.
    public func sorted(_ term: (M.Fields) -> SortKey<M>) -> Query {
        let order = term(M.fields)
        var query = self
        query.sort.append(order.term)
        query.noted = noted ?? order.problem
        return query
    }

    /// The same objects, with the smallest values of an expression first, as with `ascending`; a further call adds to the
    /// order.
    @_disfavoredOverload
    public func sorted<Value>(_ expression: (M.Fields) -> TypedExpression<M, Value>) -> Query {
        sorted { expression($0).ascending }
    }

    /// At most this many objects; a negative number is an error when the query is used.
    public func limit(_ count: Int) -> Query {
        var query = self
        query.limit = count
        return query
    }

    /// The query without its first objects; a negative number is an error when the query is used.
    public func offset(_ count: Int) -> Query {
        var query = self
        query.offset = count
        return query
    }

    /// The same objects, with the destinations of a relationship loaded in the same fetch.
    public func prefetching<Target>(_ path: (M.Fields) -> ToOneField<M, Target>) -> Query {
        var query = self
        query.prefetch.append(path(M.fields).path)
        return query
    }

    /// The same objects, with the destinations of a relationship loaded in the same fetch.
    public func prefetching<Target>(_ path: (M.Fields) -> ToManyField<M, Target>) -> Query {
        let field = path(M.fields)
        var query = self
        query.prefetch.append(field.path + [field.relationship])
        return query
    }

    /// The same objects, with everything on a path of relationships loaded in the same fetch; each relationship takes one
    /// request: `prefetching { $0.orders.lines.product }`.
    public func prefetching<Target>(_ path: (M.Fields) -> RelationshipPath<M, Target>) -> Query {
        var query = self
        query.prefetch.append(path(M.fields).names)
        return query
    }
}

extension Model {
    /// All objects, in the order of their keys.
    public static var all: Query<Self> { Query() }

    /// The objects for which a condition holds, or each of several:
    /// `Flight.where { $0.delay > 60; if let carrier { $0.carrier == carrier } }`.
    public static func `where`(@ConditionBuilder<Self> _ condition: (Fields) -> Condition<Self>) -> Query<
        Self
    > {
        Query().where(condition)
    }
}

extension TypedExpression {
    /// Smallest first, `nil` before everything.
    public var ascending: SortKey<Root> { SortKey(term: SortTerm(tree), problem: problem) }
    /// Largest first, `nil` after everything.
    public var descending: SortKey<Root> {
        SortKey(term: SortTerm(tree, isDescending: true), problem: problem)
    }
}
