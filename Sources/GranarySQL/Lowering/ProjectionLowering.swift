package import GranaryStore

/// The values of expressions on the rows of a request, as one statement.
///
/// The engine computes the parts that it computes exactly, which cannot fail but for sums; the core computes the columns
/// from these parts.
package struct ProjectionLowering: LoweredRequest {
    /// The statement: a row of parts for each row of the request, in its order.
    package let statement: SQLText
    /// The kinds of the statement's columns.
    package let types: [AttributeType]
    /// Where the request's columns are: in the statement, or if the core calculates any of them, in ``values(from:)``.
    package let columns: [SelectRequest.Column]
    /// Whether the core calculates columns.
    package let isCalculated: Bool
    private let outputs: [Output]
    private let select: SelectLowering

    private enum Output {
        case part(Int)
        case calculated(BoundExpression)
    }

    /// The most parts of a statement: engines have limits for the columns of a result.
    private static let mostParts = 500

    /// Lowers a request; `nil` if the engine cannot find the rows, or not compute the values that relationships to many
    /// lead to.
    package init?(_ request: SelectRequest, layout: SQLLayout, dialect: any SQLDialect) {
        guard let select = SelectLowering(request.rows, layout: layout, dialect: dialect),
            select.remaining.isEmpty
        else { return nil }
        self.select = select
        var parts = Parts(select)
        guard let trees = try? request.columns.map({ try parts.replaced(in: $0) }),
            parts.columns.count <= Self.mostParts
        else { return nil }
        types = parts.columns.map(\.type)
        let binder = ExpressionBinder(request.rows.entity) { layout.entity($0) }
            .ofGroups(types.indices.map { .group($0) }, kinds: types.map { .value($0) })
        let outputs: [Output]? = try? trees.map { tree in
            if case .aggregate(.group(let position)) = tree { return .part(position) }
            return .calculated(try binder.bind(tree))
        }
        guard let outputs else { return nil }
        self.outputs = outputs
        let isCalculated = outputs.contains { if case .calculated = $0 { true } else { false } }
        columns = outputs.enumerated().map { [types] column, output in
            switch output {
            case .part(let part):
                SelectRequest.Column(position: isCalculated ? column : part, type: types[part])
            case .calculated(let expression):
                SelectRequest.Column(position: column, type: expression.kind.type)
            }
        }
        self.isCalculated = isCalculated
        let list: SQLText = parts.columns.isEmpty ? "1" : .list(parts.columns.map(\.sql))
        statement = "SELECT \(list) \(select.source)\(select.arrangement)"
    }

    /// The parts that the engine evaluates, in words for people.
    package var pushedDown: [String] {
        select.pushedDown + (types.isEmpty ? [] : ["\(types.count) values of each row"])
    }

    /// The parts that the core evaluates, with the reasons, in words for people.
    package var residual: [String] {
        isCalculated
            ? ["columns calculated from these values: they can fail, or the engine is not exact"] : []
    }

    /// The values of the columns, from a row of the statement; `nil` where a calculation fails, as the core then finds the
    /// exact error.
    package func values(from parts: [Value]) -> [Value]? {
        let row = ValueRow(parts)
        return try? outputs.map { output in
            switch output {
            case .part(let position): parts[position]
            case .calculated(let expression): try expression.evaluate(row, in: NullRow.shared)
            }
        }
    }
}

/// The parts of some expressions that the engine computes, each once.
private struct Parts {
    /// What the core cannot compute from parts.
    private struct NotComputable: Error {}

    private(set) var columns: [LoweredValue] = []
    private var known: [ExpressionTree: Int] = [:]
    private let select: SelectLowering

    init(_ select: SelectLowering) { self.select = select }

    /// The expression over parts, each as a value of a group.
    mutating func replaced(in tree: ExpressionTree) throws -> ExpressionTree {
        if case .literal = tree { return tree }
        if let position = position(of: tree) { return .aggregate(.group(position)) }
        if !tree.ownPaths.isEmpty { throw NotComputable() }
        var parts = self
        defer { self = parts }
        return try tree.mapped(
            members: { _ in throw NotComputable() }, operands: { try parts.replaced(in: $0) })
    }

    private mutating func position(of tree: ExpressionTree) -> Int? {
        if let position = known[tree] { return position }
        let (lowering, scope) = (select.lowering, select.scope)
        guard let value = lowering.memberAggregate(tree, in: scope) ?? lowering.value(tree, in: scope) else {
            return nil
        }
        known[tree] = columns.count
        columns.append(value)
        return columns.count - 1
    }
}
