/// An aggregate over rows that were read before, or a calculation with several.
struct KeptAggregate: Sendable {
    /// The kind of its value.
    let kind: ExpressionKind
    /// The expressions in it.
    let parts: [BoundExpression]
    /// Whether computing it can fail, from values that do not.
    let canFail: Bool
    private let columns: [AggregateColumn]
    private let calculation: BoundExpression?
    private let place: GranaryError.Context

    /// Binds an aggregate.
    init(_ column: AggregateRequest.Column, _ binder: ExpressionBinder) throws {
        let computed = AggregateRequest.computed([column], nil)
        columns = try computed.map { try AggregateColumn($0, groups: [], binder) }
        place = binder.place(of: computed.compactMap(\.expression))
        if case .calculated(let tree) = column {
            calculation = try binder.ofGroups(computed, kinds: columns.map(\.kind)).bind(tree)
        } else {
            calculation = nil
        }
        kind = calculation?.kind ?? columns.first?.kind ?? .null
        canFail = columns.contains(where: \.canFail)
        parts = columns.compactMap(\.expression) + (calculation.map { [$0] } ?? [])
    }

    /// The aggregate over the rows that are passed to a closure one by one.
    func value(
        in source: any EvaluationSource, over rows: ((any EvaluationRow) throws -> Void) throws -> Void
    ) throws -> Value {
        let accumulators = columns.map { $0.makeAccumulator() }
        try rows { row in
            for (column, accumulator) in zip(columns, accumulators) {
                if let value = try column.expression?.evaluate(row, in: source) { accumulator.add(value) }
            }
        }
        do {
            let values = try accumulators.map { try $0.result() }
            return try calculation?.evaluate(ValueRow(values), in: source) ?? values.first ?? .null
        } catch var error as GranaryError where error.context.properties.isEmpty {
            error.context = place
            throw error
        }
    }
}
