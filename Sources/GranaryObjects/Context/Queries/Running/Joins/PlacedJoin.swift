/// The expressions of a join in terms of the rows that its sides are read as.
struct PlacedJoin {
    private(set) var layout: JoinLayout
    private(set) var condition: ExpressionTree?
    private(set) var predicate: ExpressionTree?
    private(set) var sort: [SortTerm] = []
    private var columns: [ExpressionTree]?
    private var groups: AggregateRequest
    /// The time of the request.
    private let now: Value

    init(_ first: Entity, _ second: Entity, now: Value) {
        layout = JoinLayout(first, second)
        groups = AggregateRequest(rows: FetchRequest(entity: first))
        self.now = now
    }

    /// Takes the expressions of a join, and of what is asked of it.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an expression that is nested too deeply.
    mutating func place<First, Second, Partner>(
        _ join: Join<First, Second, Partner>, _ form: ResultColumns
    ) throws {
        let name = groups.rows.entity.name
        var (layout, now) = (layout, now)
        func placed(_ tree: ExpressionTree) throws -> ExpressionTree {
            try tree.requireHeight(for: name)
            return try layout.placed(tree.settingNow(to: now))
        }
        if join.condition?.isTooHigh == true || join.predicate?.isTooHigh == true {
            throw ExpressionTree.tooDeep(name)
        }
        condition = try join.condition.map { try placed($0.tree) }
        predicate = try join.predicate.map { try placed($0.tree) }
        sort = try join.sort.map {
            SortTerm(try placed($0.expression), isDescending: $0.isDescending)
        }
        switch form {
        case .expressions(let trees): columns = try trees.map(placed)
        case .groups(let grouping):
            groups = try grouping.request(groups.rows).mappingColumns(placed)
        }
        self.layout = layout
    }

    /// The same expressions after a change of each.
    func resolved(_ change: (ExpressionTree) throws -> ExpressionTree) throws -> PlacedJoin {
        var changed = self
        changed.condition = try condition.map(change)
        changed.predicate = try predicate.map(change)
        changed.sort = try sort.map {
            SortTerm(try change($0.expression), isDescending: $0.isDescending)
        }
        changed.columns = try columns?.map(change)
        changed.groups = try groups.mappingColumns(change)
        return changed
    }

    /// The request for some columns of a side, with the results of other queries in it.
    func request(
        _ rows: FetchRequest, _ columns: [ExpressionTree], _ filters: FilterScope, _ answers: SubqueryAnswers
    ) throws -> SelectRequest {
        SelectRequest(
            rows: try answers.resolved(rows.settingNow(to: now)),
            columns: try columns.map { column in
                let filtered = try filters.filtered(column, from: rows.entity).settingNow(to: now)
                return try answers.resolved(filtered, on: rows.entity)
            })
    }

    /// What is computed on the rows of pairs.
    func results(over entity: Entity) -> JoinRunner.Results {
        if let columns { return .columns(columns) }
        var groups = groups
        groups.rows = FetchRequest(entity: entity)
        return .groups(groups)
    }
}
