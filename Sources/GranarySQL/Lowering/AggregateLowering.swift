package import GranaryStore

/// An aggregate as SQL: one statement with one row per group.
///
/// The core applies conditions, order and range of the result to these few rows, by its own comparison; the engine leaves
/// groups out before where that is the same (``GroupSelection``). A sum that overflows is found in every group, as the
/// meaning of aggregates requires. Calculations with rows that can fail are
/// tested in the same statement; where a test holds in any row, the core computes the aggregate, and finds the error.
package struct AggregateLowering: LoweredRequest {
    /// The statement: the group values first, then the result columns that are not groups.
    package let statement: SQLText
    /// The kinds of the statement's columns.
    package let types: [AttributeType]
    /// Whether the last column is the number of rows on which something may fail.
    package let isChecked: Bool
    let select: SelectLowering
    let request: AggregateRequest
    let computed: [AggregateRequest.Column]
    /// The groups that the statement gives.
    let selection: GroupSelection
    private let groupCount: Int
    private let arranger: GroupArranger

    /// Lowers an aggregate; `nil` if the engine cannot compute a part of it exactly.
    package init?(_ request: AggregateRequest, layout: SQLLayout, dialect: any SQLDialect) {
        guard let select = SelectLowering(request.rows, layout: layout, dialect: dialect),
            // An aggregate over rows that the core still has to filter would be wrong.
            select.isComplete,
            request.isWellFormed
        else { return nil }
        self.select = select
        self.request = request
        computed = request.computed
        groupCount = request.groups.count
        let hasRange = request.rows.hasRange
        var inputs = AggregateInputs(select, isNested: hasRange)
        var outputs: [SQLText] = []
        var types: [AttributeType] = []
        var groups: [GroupSelection.Output] = []
        for group in request.groups {
            guard let value = inputs.value(group), value.type != .json else { return nil }
            outputs.append(value.sql)
            types.append(value.type)
            groups.append(.init(position: outputs.count, value: value))
        }
        var aggregates: [AggregateRequest.Column: GroupSelection.Output] = [:]
        for column in computed {
            if case .group = column { continue }
            guard let (sql, type) = inputs.aggregate(column) else { return nil }
            outputs.append(sql)
            types.append(type)
            let value = LoweredValue(sql: sql, type: type, isOptional: !column.isCount)
            aggregates[column] = .init(position: outputs.count, value: value)
        }
        let tests = inputs.tests + (select.mayFail.map { [$0] } ?? [])
        isChecked = !tests.isEmpty
        // Engines find rows that differ without sorting all of them into groups.
        let isDistinct = !groups.isEmpty && aggregates.isEmpty && !isChecked
        if !isDistinct, !hasRange, inputs.scattersRows(of: outputs.prefix(request.groups.count)) {
            for position in request.groups.indices {
                outputs[position] = dialect.sortedGroup(outputs[position])
            }
        }
        // What fails on a row of any group counts.
        selection = GroupSelection(request, groups: isChecked ? [] : groups, aggregates, select.lowering)
        if isChecked { outputs.append("count(CASE WHEN \(.chain(tests[...], by: "OR")) THEN 1 END)") }
        if outputs.isEmpty { outputs = ["count(*)"] }
        // Group by position: for PostgreSQL, a group expression with bound values that is written twice is two
        // expressions.
        let positions = request.groups.indices.map { "\(number: $0 + 1)" as SQLText }
        let grouping: SQLText = positions.isEmpty || isDistinct ? "" : " GROUP BY \(.list(positions))"
        statement =
            "SELECT \(verbatim: isDistinct ? "DISTINCT " : "")\(.list(outputs)) \(inputs.source)\(grouping)\(selection.clauses)"
        // The core reports mistakes in conditions and calculations.
        var rest = types.dropFirst(groupCount)
        let kinds = computed.map { column in
            if case .group(let position) = column { return ExpressionKind.value(types[position]) }
            return .value(rest.removeFirst())
        }
        let binder = ExpressionBinder(request.rows.entity) { _ in nil }
        guard let arranger = try? GroupArranger(request, kinds: kinds, binder) else { return nil }
        self.arranger = arranger
        self.types = types + (isChecked ? [.integer] : [])
    }

    /// The result of an aggregate, from the rows of the statement; `nil` if something may fail on a row, so that the core
    /// has to compute it.
    ///
    /// - Throws: any error from ``GroupArranger/arrange(_:)``.
    package func arrange(_ rows: [[Value]]) throws -> [[Value]]? {
        if isChecked, rows.contains(where: { $0.last != .integer(0) }) { return nil }
        return try arranger.arrange(rows.map { (Array($0.prefix(groupCount)), columns(of: $0)) })
    }

    private func columns(of row: [Value]) -> [Value] {
        var next = groupCount
        return computed.map { column in
            if case .group(let position) = column { return row[position] }
            defer { next += 1 }
            return row[next]
        }
    }
}

/// The expressions that an aggregate reads: directly from the rows, or from a subquery with the range.
private struct AggregateInputs {
    let select: SelectLowering
    private let isNested: Bool
    private var inner: [SQLText] = []
    /// The expressions read of each row.
    private var read: [SQLText] = []
    /// The tests whether expressions fail on a row.
    private(set) var tests: [SQLText] = []

    init(_ select: SelectLowering, isNested: Bool) {
        self.select = select
        self.isNested = isNested
    }

    mutating func value(_ tree: ExpressionTree) -> LoweredValue? {
        guard let value = checked(tree) else { return nil }
        read.append(value.sql)
        guard isNested else { return value }
        inner.append("\(value.sql) AS \(verbatim: "v\(inner.count)")")
        return LoweredValue(
            sql: "ranged.\(verbatim: "v\(inner.count - 1)")", type: value.type, isOptional: value.isOptional)
    }

    /// A value, null in rows for which it cannot be computed.
    private mutating func checked(_ tree: ExpressionTree) -> LoweredValue? {
        guard let checked = select.lowering.checkedValue(tree, in: select.scope) else { return nil }
        if checked.mayFail.isEmpty { return checked.value }
        // Rows outside a range must not be looked at.
        if isNested { return nil }
        tests += checked.mayFail.filter { !tests.contains($0) }
        var value = checked.guarded(select.lowering.dialect)
        value.isOptional = true
        return value
    }

    /// Whether the rows of a group are spread over the table, and no index on the groups covers the expressions read.
    ///
    /// Such an index is sorted by group, but each row then has to be looked up by its key. That costs several times as
    /// much as sorting the rows.
    func scattersRows(of groups: ArraySlice<SQLText>) -> Bool {
        guard let first = groups.first, first != select.scope.key.first else { return false }
        let entity = select.scope.entity
        return !(entity.indexes + entity.uniques).contains { index in
            let columns = index.map(select.scope.column)
            return columns.first == first && Set(read).isSubset(of: columns + select.scope.key)
        }
    }

    var source: SQLText {
        guard isNested else { return select.source }
        let columns: SQLText = inner.isEmpty ? "1" : .list(inner)
        // Offset and limit select rows, but SQL applies them after grouping; so the range goes into a subquery.
        return "FROM (SELECT \(columns) \(select.source)\(select.arrangement)) AS ranged"
    }

    mutating func aggregate(_ column: AggregateRequest.Column) -> (sql: SQLText, type: AttributeType)? {
        guard let tree = column.expression else { return ("count(*)", .integer) }
        if let filtered = filtered(column, tree) { return filtered }
        guard let value = value(tree) else { return nil }
        return select.lowering.aggregate(column, of: value)
    }

    /// An aggregate of the rows for which a condition holds, which engines leave out faster than they choose null for the
    /// others.
    private mutating func filtered(_ column: AggregateRequest.Column, _ tree: ExpressionTree) -> (
        sql: SQLText, type: AttributeType
    )? {
        guard !isNested, case .function(.choice(.choose), let operands) = tree, operands.count == 3,
            operands[2] == .literal(.null), let lowered = plain(column, operands[1]),
            let condition = select.lowering.condition(operands[0], in: select.scope)
        else { return nil }
        let sql: SQLText = "\(lowered.sql) FILTER (WHERE \(condition))"
        read.append(sql)
        return (sql, lowered.type)
    }

    /// An aggregate that is one function of the engine; `nil` for others.
    private func plain(_ column: AggregateRequest.Column, _ tree: ExpressionTree) -> (
        sql: SQLText, type: AttributeType
    )? {
        guard let value = select.lowering.value(tree, in: select.scope) else { return nil }
        switch column {
        case .countOf: return value.isOptional ? ("count(\(value.sql))", .integer) : ("count(*)", .integer)
        case .minimum, .maximum:
            let isNumber = [.integer, .real, .date].contains(value.type)
            return isNumber ? select.lowering.aggregate(column, of: value) : nil
        case .group, .count, .countDistinct, .sum, .average, .calculated: return nil
        }
    }
}

extension AggregateRequest.Column {
    /// Whether it has a value in every group.
    fileprivate var isCount: Bool {
        switch self {
        case .count, .countOf, .countDistinct: true
        case .group, .sum, .average, .minimum, .maximum, .calculated: false
        }
    }
}

extension AggregateRequest {
    /// Whether groups exist and the range is not negative; the core reports mistakes.
    fileprivate var isWellFormed: Bool {
        guard offset >= 0, limit ?? 0 >= 0 else { return false }
        return computed.allSatisfy {
            if case .group(let position) = $0 { groups.indices.contains(position) } else { true }
        }
    }
}
