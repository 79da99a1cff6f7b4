/// Makes the result rows of an aggregate from the aggregates of each group: chooses groups by the condition, calculates
/// with their aggregates, sorts, and applies the range.
///
/// Stores that compute groups themselves arrange them with this, so that every store gives the same rows in the same
/// order.
package struct GroupArranger: Sendable {
    /// The values of a group with its computed aggregates.
    package typealias GroupResult = (group: [Value], aggregates: [Value])

    private enum Output: Sendable {
        case computed(Int)
        case calculated(BoundExpression)
    }

    private let condition: BoundExpression?
    private let outputs: [Output]
    /// Whether the result rows are the computed aggregates of all groups as they are.
    private let isPlain: Bool
    private let order: [AggregateRequest.Order]
    private let offset: Int
    private let limit: Int?

    /// Binds the condition and the calculations of a request to its computed aggregates, whose kinds are given.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in them and for an order by a column that does not exist.
    package init(_ request: AggregateRequest, kinds: [ExpressionKind], _ binder: ExpressionBinder) throws {
        let computed = request.computed
        isPlain = request.having == nil && request.columns == computed
        if isPlain {
            condition = nil
            outputs = []
        } else {
            let binder = binder.ofGroups(computed, kinds: kinds)
            condition = try request.having.map(binder.bindCondition)
            outputs = try request.columns.map { column in
                if case .calculated(let tree) = column { return .calculated(try binder.bind(tree)) }
                return .computed(computed.firstIndex(of: column) ?? 0)
            }
        }
        if let missing = request.order.map(\.column).first(where: { !request.columns.indices.contains($0) }) {
            throw binder.problem(
                "An order names result column \(missing), and there are \(request.columns.count) columns.")
        }
        order = request.order
        offset = request.offset
        limit = request.limit
    }

    /// The result rows of groups, given in any order.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` or ``GranaryError/Code/divisionByZero`` where the condition fails on a
    ///   group, or a calculation on one for which the condition holds, even if the range leaves it out.
    package func arrange(_ results: [GroupResult]) throws -> [[Value]] {
        do {
            return try arranged(results)
        } catch {
            // Of several groups that fail, the first in the order of their values gives the error, on every store.
            return try arranged(results.sorted { Self.isInOrder($0.group, $1.group, .less) })
        }
    }

    private func arranged(_ results: [GroupResult]) throws -> [[Value]] {
        var kept: [(group: [Value], row: [Value])] = []
        kept.reserveCapacity(results.count)
        for result in results {
            if isPlain {
                kept.append((result.group, result.aggregates))
                continue
            }
            let row = ValueRow(result.aggregates)
            if let condition, try !condition.holds(row, in: NullRow.shared) { continue }
            kept.append((result.group, try outputs.map { try value($0, of: row) }))
        }
        return kept.sorted(by: precedes).dropFirst(offset).prefix(limit ?? .max).map(\.row)
    }

    private func value(_ output: Output, of row: ValueRow) throws -> Value {
        switch output {
        case .computed(let position): row.value(at: position)
        case .calculated(let expression): try expression.evaluate(row, in: NullRow.shared)
        }
    }

    private func precedes(_ left: (group: [Value], row: [Value]), _ right: (group: [Value], row: [Value]))
        -> Bool
    {
        for term in order {
            let ordering = left.row[term.column].compare(right.row[term.column])
            if ordering != .equal { return ordering == (term.isDescending ? .greater : .less) }
        }
        return Self.isInOrder(left.group, right.group, order.last?.isDescending ?? false ? .greater : .less)
    }

    private static func isInOrder(_ left: [Value], _ right: [Value], _ wanted: Ordering) -> Bool {
        for (a, b) in zip(left, right) {
            let ordering = a.compare(b)
            if ordering != .equal { return ordering == wanted }
        }
        return false
    }
}
