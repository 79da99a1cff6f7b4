package import Granary

/// An aggregate as SQL: one statement whose rows are the groups.
///
/// Conditions, order and range of the result rows are carried out on the few rows that come back, by the
/// core's own comparison; so a sum that overflows is found in every group, as the meaning of aggregates says.
package struct AggregateLowering {
    /// The statement: the group values first, then the result columns that are not groups.
    package let statement: SQLText
    /// The kinds of the statement's columns.
    package let types: [AttributeType]
    private let request: AggregateRequest

    /// Lowers an aggregate; `nil` when the engine cannot compute a part of it exactly.
    package init?(_ request: AggregateRequest, layout: SQLLayout, dialect: any SQLDialect) {
        guard let select = SelectLowering(request.rows, layout: layout, dialect: dialect),
            // An aggregate over rows that the core still has to filter would be wrong.
            select.remaining.isDisjoint(with: [.predicate, .range]),
            request.isWellFormed
        else { return nil }
        self.request = request
        let hasRange = request.rows.hasRange
        var inputs = AggregateInputs(select, isNested: hasRange)
        var outputs: [SQLText] = []
        var types: [AttributeType] = []
        for group in request.groups {
            guard let value = inputs.value(group), value.type != .json else { return nil }
            outputs.append(value.sql)
            types.append(value.type)
        }
        for column in request.columns {
            if case .group = column { continue }
            guard let (sql, type) = inputs.aggregate(column, dialect) else { return nil }
            outputs.append(sql)
            types.append(type)
        }
        self.types = types
        if !hasRange, inputs.scattersRows(of: outputs.prefix(request.groups.count)) {
            for position in request.groups.indices {
                outputs[position] = dialect.sortedGroup(outputs[position])
            }
        }
        if outputs.isEmpty { outputs = ["count(*)"] }
        // By position: a group expression with bound values, written twice, is another expression for PostgreSQL.
        let positions = request.groups.indices.map { "\(number: $0 + 1)" as SQLText }
        let grouping: SQLText = positions.isEmpty ? "" : " GROUP BY \(.list(positions))"
        statement = "SELECT \(.list(outputs)) \(inputs.source)\(grouping)"
        guard hasComparableConditions else { return nil }
    }

    /// Whether each condition compares a result column with a value of its kind; the core reports mistakes.
    private var hasComparableConditions: Bool {
        var next = request.groups.count
        let kinds = request.columns.map { column -> AttributeType in
            if case .group(let position) = column { return types[position] }
            defer { next += 1 }
            return types[next]
        }
        return request.having.allSatisfy { $0.value.isNull || $0.value.storableType == kinds[$0.column] }
    }

    /// The result rows of an aggregate, from the rows the statement gave.
    package func arrange(_ rows: [[Value]]) -> [[Value]] {
        request.arrange(rows.map { (Array($0.prefix(request.groups.count)), columns(of: $0)) })
    }

    private func columns(of row: [Value]) -> [Value] {
        var next = request.groups.count
        return request.columns.map { column in
            if case .group(let position) = column { return row[position] }
            defer { next += 1 }
            return row[next]
        }
    }
}

/// The expressions that an aggregate reads: straight from the rows, or from a subquery that has cut the range
/// out.
private struct AggregateInputs {
    private let select: SelectLowering
    private let isNested: Bool
    private var inner: [SQLText] = []
    /// What is read of each row.
    private var read: [SQLText] = []

    init(_ select: SelectLowering, isNested: Bool) {
        self.select = select
        self.isNested = isNested
    }

    mutating func value(_ tree: ExpressionTree) -> LoweredValue? {
        guard let value = select.lowering.value(tree, in: select.scope) else { return nil }
        read.append(value.sql)
        guard isNested else { return value }
        inner.append("\(value.sql) AS \(verbatim: "v\(inner.count)")")
        return LoweredValue(
            sql: "ranged.\(verbatim: "v\(inner.count - 1)")", type: value.type, isOptional: value.isOptional)
    }

    /// Whether the rows of one group are all over the table, and no index on the groups holds what is read.
    ///
    /// Such an index has the groups in order, but each row has to be looked up by its key then, which costs several
    /// times what sorting the rows does.
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
        // Offset and limit choose rows, and SQL applies them after grouping; so the range goes into a subquery.
        return "FROM (SELECT \(columns) \(select.source)\(select.arrangement)) AS ranged"
    }

    mutating func aggregate(_ column: AggregateRequest.Column, _ dialect: any SQLDialect) -> (
        SQLText, AttributeType
    )? {
        guard let tree = column.expression else { return ("count(*)", .integer) }
        guard let value = value(tree) else { return nil }
        let isNumber = [.integer, .real, .decimal].contains(value.type)
        switch column {
        case .group, .count: return nil
        case .countOf: return ("count(\(value.sql))", .integer)
        case .countDistinct: return value.type == .json ? nil : ("count(DISTINCT \(value.sql))", .integer)
        case .minimum, .maximum:
            let isLargest = if case .maximum = column { true } else { false }
            guard value.type != .json else { return nil }
            return dialect.extreme(of: value.sql, isLargest: isLargest, as: value.type).map {
                ($0, value.type)
            }
        case .sum:
            guard isNumber else { return nil }
            return dialect.sum(of: value.sql, as: value.type).map { ($0, value.type) }
        case .average:
            guard isNumber else { return nil }
            let type: AttributeType = value.type == .decimal ? .decimal : .real
            return dialect.average(of: value.sql, as: value.type).map { ($0, type) }
        }
    }
}

extension AggregateRequest {
    /// Whether positions exist, conditions are storable and the range is not negative; mistakes are left to
    /// the core to report.
    fileprivate var isWellFormed: Bool {
        let positions = having.map(\.column) + order.map(\.column)
        guard positions.allSatisfy(columns.indices.contains), offset >= 0, limit ?? 0 >= 0 else {
            return false
        }
        return columns.allSatisfy {
            if case .group(let position) = $0 { groups.indices.contains(position) } else { true }
        }
    }
}
