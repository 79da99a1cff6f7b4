/// One column that is computed over the rows of a group, bound; calculations with aggregates are none.
struct AggregateColumn: Sendable {
    /// The kind of the column's values.
    let kind: ExpressionKind
    /// The aggregate to compute; `nil` for a group's own value.
    let expression: BoundExpression?
    /// The position among the group expressions; `nil` for an aggregate.
    let group: Int?
    private let function: AggregateRequest.Column

    /// Binds a column; the kinds are those of the group expressions.
    init(
        _ column: AggregateRequest.Column, groups: [BoundExpression], _ binder: ExpressionBinder
    ) throws {
        function = column
        if case .group(let position) = column {
            guard groups.indices.contains(position) else {
                throw binder.problem(
                    "A result column names group \(position), but there are only \(groups.count) group expressions."
                )
            }
            group = position
            expression = nil
            kind = groups[position].kind
            return
        }
        group = nil
        guard let tree = column.expression else {
            // Counting rows counts a constant that is never nil.
            expression = try binder.bind(.literal(.bool(true)))
            kind = .value(.integer)
            return
        }
        let bound = try binder.bind(tree)
        expression = bound
        kind = try Self.kind(of: column, bound.kind, tree, binder)
    }

    private static func kind(
        of column: AggregateRequest.Column, _ kind: ExpressionKind, _ tree: ExpressionTree,
        _ binder: ExpressionBinder
    ) throws -> ExpressionKind {
        switch column {
        case .group, .count, .countOf, .calculated: return .value(.integer)
        case .countDistinct, .minimum, .maximum:
            guard kind.isOrdered else {
                throw binder.problem(
                    "\(binder.describe(tree)) is a structured value, which has no distinct count, minimum or maximum.",
                    about: tree)
            }
            if case .countDistinct = column { return .value(.integer) }
            return kind
        case .sum, .average:
            guard kind.isNumeric, kind != .null else {
                throw binder.problem(
                    "\(binder.describe(tree)) is \(kind.name) and cannot be added up.", about: tree)
            }
            if case .average = column, kind == .value(.integer) { return .value(.real) }
            return kind
        }
    }

    /// Whether computing it can fail, from values that do not.
    var canFail: Bool {
        switch function {
        case .sum: true
        // A mean of integers has no range to leave; other numbers may not be finite, or too long.
        case .average: expression?.kind != .value(.integer)
        case .group, .count, .countOf, .countDistinct, .minimum, .maximum, .calculated: false
        }
    }

    /// Makes the accumulator of the column for one group.
    func makeAccumulator() -> any Accumulator {
        switch function {
        case .group, .count, .countOf, .calculated: CountAccumulator()
        case .countDistinct: DistinctAccumulator()
        case .minimum: ExtremeAccumulator(.less)
        case .maximum: ExtremeAccumulator(.greater)
        case .sum: makeSum(isAverage: false)
        case .average: makeSum(isAverage: true)
        }
    }

    // MARK: Tallies

    /// Whether the column can be kept up to date from the values that enter and leave.
    var canBeTallied: Bool {
        switch function {
        case .group, .count, .countOf, .minimum, .maximum: true
        case .countDistinct, .calculated: false
        case .sum, .average: expression?.kind == .value(.integer) || expression?.kind == .value(.decimal)
        }
    }

    /// The aggregates of a group's first rows that a tally of the column begins with.
    var tallied: [AggregateRequest.Column] {
        switch function {
        case .group, .count, .calculated: []
        case .countOf, .countDistinct, .minimum, .maximum: [function]
        case .sum(let tree), .average(let tree): [.sum(tree), .countOf(tree)]
        }
    }

    /// Makes a tally from the known values of the first rows, which it removes from a result row; without them, of no
    /// rows.
    func makeTally(_ known: inout ArraySlice<Value>) -> ColumnTally {
        switch function {
        case .group, .count, .countDistinct, .calculated: return .rows
        case .countOf: return .values(known.popFirst()?.wholeNumber ?? 0)
        case .minimum: return .extreme(known.popFirst() ?? .null, .less)
        case .maximum: return .extreme(known.popFirst() ?? .null, .greater)
        case .sum: return makeTally(&known, isAverage: false)
        case .average: return makeTally(&known, isAverage: true)
        }
    }

    private func makeTally(_ known: inout ArraySlice<Value>, isAverage: Bool) -> ColumnTally {
        let (sum, count) = (known.popFirst() ?? .null, Int(known.popFirst()?.wholeNumber ?? 0))
        if expression?.kind == .value(.decimal) {
            guard case .decimal(let sum) = sum else { return .decimals(DecimalSum(), isAverage: isAverage) }
            return .decimals(DecimalSum(sum, of: count), isAverage: isAverage)
        }
        return .integers(IntegerSum(sum.wholeNumber, of: count), isAverage: isAverage)
    }

    private func makeSum(isAverage: Bool) -> any Accumulator {
        switch expression?.kind {
        case .value(.real): RealAccumulator(isAverage: isAverage)
        case .value(.decimal): DecimalAccumulator(isAverage: isAverage)
        default: IntegerAccumulator(isAverage: isAverage)
        }
    }
}

extension Value {
    /// The integer; 0 for another value.
    fileprivate var wholeNumber: Int64 { if case .integer(let number) = self { number } else { 0 } }
}
