package import GranaryStore

/// The rows of a request as SQL: the table, its joins, the conditions pushed down, and those left to the core.
package struct SelectLowering: LoweredRequest {
    /// The parts that the engine leaves to the core.
    package private(set) var remaining: FetchAnswer.Remaining = []
    /// The parts that the engine evaluates.
    private(set) var pushed: [Part] = []
    /// The parts that the core evaluates.
    private(set) var kept: [Part] = []

    let lowering: ExpressionLowering
    let scope: QueryScope
    private var conditions: [SQLText] = []
    /// The test whether a condition may fail on a row that passes; `nil` if none does.
    private(set) var mayFail: SQLText?
    private var order: [SQLText] = []
    private var range = SQLText()
    /// The second side of a join.
    private var partner: PathEnd?

    /// A part of a request, which is put into words only where people ask for the plan.
    enum Part {
        case condition(ExpressionTree)
        case term(SortTerm)
        case range
    }

    /// Lowers a request.
    ///
    /// The statement lists the keys of the selection.
    ///
    /// - Returns: `nil` if the selection cannot be written in one statement.
    package init?(_ request: FetchRequest, layout: SQLLayout, dialect: any SQLDialect) {
        lowering = ExpressionLowering(layout: layout, dialect: dialect)
        scope = lowering.scope(of: request.entity)
        guard lowerSelection(request), lowerPartner(request) else { return nil }
        if let predicate = request.predicate { lowerPredicate(predicate, hasRange: request.hasRange) }
        lowerOrder(request)
        lowerRange(request)
    }

    private mutating func lowerSelection(_ request: FetchRequest) -> Bool {
        let condition: SQLText?
        switch request.selection {
        case .all: return true
        case .keys(let keys): condition = lowering.holdsKey(scope.key, request.entity.keyTypes, keys)
        case .referring(let name, let keys):
            guard let columns = request.entity.relationship(name)?.columns else { return false }
            condition = lowering.holdsKey(
                columns.map(scope.column), columns.map { request.entity.columns[$0].type }, keys)
        }
        guard let condition else { return false }
        conditions.append(condition)
        return true
    }

    /// Joins the partner of the rows; false if the engine cannot evaluate a condition of the join.
    private mutating func lowerPartner(_ request: FetchRequest) -> Bool {
        guard let partner = request.partner else { return true }
        guard lowering.layout.holds(partner.entity),
            let (matches, end) = scope.join(partner, on: { lowering.matches(of: partner, in: scope) })
        else { return false }
        conditions += matches
        pushed += partner.parts.map(Part.condition)
        self.partner = end
        return true
    }

    /// Pushes down the parts of a conjunction that the engine can evaluate.
    ///
    /// From the first part that can fail on they are evaluated in their order, and the core checks the rows again that
    /// pass, among them all on which a part may fail. Parts after one that may fail and that the core evaluates are not
    /// pushed down: the core evaluates from left to right, so a row may fail before a later part would exclude it.
    private mutating func lowerPredicate(_ predicate: ExpressionTree, hasRange: Bool) {
        var mayPush = true
        var checked: [CheckedCondition] = []
        for part in predicate.conjuncts where !(mayPush && push(part, &checked, hasRange: hasRange)) {
            // The core applies the range after the rest of the predicate.
            remaining.formUnion([.predicate, .range])
            kept.append(.condition(part))
            if mayPush, lowering.canFail(part, in: scope) { mayPush = false }
        }
        guard !checked.isEmpty else { return }
        remaining.formUnion([.predicate, .range])
        // One alone has no order, so it needs no number.
        if checked.count == 1, case .failing(let mayFail, _, let passes?) = checked[0] {
            conditions.append("(\(passes) OR \(mayFail))")
            self.mayFail = mayFail
        } else if let outcome = CheckedCondition.outcome(of: checked, decidedBy: false) {
            conditions.append("\(outcome) <> 0")
            mayFail = "\(outcome) = 2"
        }
    }

    /// Whether the engine evaluates a part of a conjunction; the first that can fail, and those behind it, are collected.
    private mutating func push(
        _ part: ExpressionTree, _ checked: inout [CheckedCondition], hasRange: Bool
    ) -> Bool {
        // `AND` in SQL has no order: a condition next to one that may fail could hide the error
        // (Docs/Decisions/expressions-and-their-evaluation.md).
        if checked.isEmpty,
            let condition = lowering.position(part, in: scope) ?? lowering.condition(part, in: scope)
        {
            conditions.append(condition)
        } else {
            // A limit ends the search before every row has been looked at.
            guard !checked.isEmpty || !hasRange, checked.count < Self.mostChecked,
                let condition = lowering.checkedCondition(part, in: scope, decidingBy: false)
            else { return false }
            checked.append(condition)
        }
        pushed.append(.condition(part))
        return true
    }

    /// The most conditions that are evaluated in their order, so that the statement does not grow without end.
    private static var mostChecked: Int { 32 }

    private mutating func lowerOrder(_ request: FetchRequest) {
        for term in request.sort {
            guard let value = lowering.value(term.expression, in: scope), value.type != .json else {
                // A partial order would be useless, since the core sorts by all terms.
                order = []
                remaining.formUnion([.sort, .range])
                kept.append(.term(term))
                return
            }
            order.append(
                lowering.dialect.orderTerm(
                    value.sql, isDescending: term.isDescending, isOptional: value.isOptional))
        }
        pushed += request.sort.map(Part.term)
        let isDescending = request.sort.last?.isDescending ?? false
        order += referenceOrder(request)
        let searchesIndex = searchesIndex(request)
        order += scope.key.map { part in
            let part = lowering.dialect.tieBreaker(part, searchesIndex: searchesIndex)
            return lowering.dialect.orderTerm(part, isDescending: isDescending, isOptional: false)
        }
        order += (partner?.key ?? []).map { [isOptional = request.partner?.isOptional ?? false] part in
            lowering.dialect.orderTerm(part, isDescending: isDescending, isOptional: isOptional)
        }
    }

    /// Whether rows should be found through an index even though they then have to be sorted by key.
    ///
    /// An engine without statistics considers reading all rows in key order cheaper than a range of an index and a
    /// sort. Its choice is good, and is kept, if only the first rows are wanted or another condition names exact
    /// values.
    private func searchesIndex(_ request: FetchRequest) -> Bool {
        guard request.sort.isEmpty, request.limit == nil, let predicate = request.predicate else {
            return false
        }
        let uses = predicate.conjuncts.map { IndexUse($0, request.entity) }
        // Without statistics SQLite reads a table in key order rather than a range of an index, see
        // Docs/Decisions/sqlite-connections-and-plans.md.
        return uses.contains(.range) && !uses.contains(.values)
    }

    /// The order of an index on the reference by which rows are selected, unless another order or a range is requested.
    private func referenceOrder(_ request: FetchRequest) -> [SQLText] {
        guard case .referring(let name, let keys) = request.selection, keys.count > 1, request.sort.isEmpty,
            !request.hasRange, let columns = request.entity.relationship(name)?.columns
        else { return [] }
        return columns.map {
            lowering.dialect.orderTerm(scope.column($0), isDescending: false, isOptional: false)
        }
    }

    private mutating func lowerRange(_ request: FetchRequest) {
        guard request.hasRange else { return }
        if remaining.contains(.range) {
            kept.append(.range)
            return
        }
        range = lowering.dialect.range(offset: request.offset, limit: request.limit)
        pushed.append(.range)
    }
}

extension SelectLowering {
    /// The clauses from `FROM` to the conditions.
    package var source: SQLText {
        guard !conditions.isEmpty else { return "FROM \(scope.source)" }
        // SQLite reads a long list as a tree of its length, and refuses a depth of 1,000.
        let all: SQLText =
            conditions.count > 100
            ? .chain(conditions[...], by: "AND") : .list(conditions, separator: " AND ")
        return "FROM \(scope.source) WHERE \(all)"
    }

    /// The clauses after the conditions: order and range.
    package var arrangement: SQLText {
        var text = SQLText()
        if !order.isEmpty { text = " ORDER BY \(.list(order))" }
        text.append(range)
        return text
    }

    /// The statement that reads the entity's columns and the row's version.
    package var statement: SQLText {
        var text: SQLText = "SELECT "
        for position in scope.entity.columns.indices {
            text.append(scope.column(position))
            text.append(verbatim: ", ")
        }
        text.append(version)
        text.append(verbatim: " ")
        text.append(source)
        text.append(arrangement)
        return text
    }

    /// Whether nothing is left to the core but the rows on which a condition may fail.
    var isComplete: Bool { kept.isEmpty }

    /// The clause that restricts the number of rows; empty without a range.
    var limits: SQLText { range }

    private var version: SQLText { "\(verbatim: scope.alias).\(name: GranaryColumn.version)" }
}
