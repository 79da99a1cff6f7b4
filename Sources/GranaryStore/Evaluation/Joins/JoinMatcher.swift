/// Joins the rows of two sides: those of one side are kept, those of the other pass by.
///
/// It takes memory for the rows that are kept. Used by one thread at a time.
package final class JoinMatcher {
    /// The side whose rows are kept.
    package let keptSide: JoinLayout.Side
    private let own: (kept: RowConditions, passing: RowConditions)
    private let keys: (kept: [any EvaluationNode], passing: [any EvaluationNode])
    /// Whether two values of each key that are `nil` are equal.
    private let joinsNil: [Bool]
    private let matches: RowConditions
    private let rest: RowConditions
    /// The columns of a missing partner; `nil` where every object needs one.
    private let missing: [Value]?
    private let row: JoinedRow

    /// The values that a row is joined by; a single one needs no separate memory.
    private enum Key: Hashable {
        case one(Value)
        case several([Value])

        func value(at position: Int) -> Value {
            switch self {
            case .one(let value): position == 0 ? value : .null
            case .several(let values): values.indices.contains(position) ? values[position] : .null
            }
        }
    }

    @exclusivity(unchecked) private var kept: [[Value]] = []
    @exclusivity(unchecked) private var isPaired: [Bool] = []
    /// The positions of the kept rows by the values that they are joined by; `nil` before they are needed.
    @exclusivity(unchecked) private var places: [Key: [Int]]?

    /// Begins without rows; `own` has the conditions of each side that are still to be checked, `missing` the columns of a
    /// missing partner where objects of the first side stay without one.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in the conditions.
    package init(
        _ conditions: JoinConditions, own: (first: [ExpressionTree], second: [ExpressionTree]),
        missing: [Value]?, keeping side: JoinLayout.Side, split: Int, _ binder: ExpressionBinder
    ) throws {
        keptSide = side
        func bound(_ conditions: [ExpressionTree]) throws -> RowConditions {
            RowConditions(try conditions.map(binder.bindCondition))
        }
        let (first, second) = (try bound(own.first), try bound(own.second))
        self.own = side == .first ? (first, second) : (second, first)
        func nodes(of side: JoinLayout.Side) throws -> [any EvaluationNode] {
            try conditions.keys.map { try binder.bind($0.value(of: side)).node }
        }
        keys = (try nodes(of: side), try nodes(of: side.other))
        joinsNil = conditions.keys.map(\.joinsNil)
        matches = try bound(conditions.matches)
        rest = try bound(conditions.rest)
        self.missing = missing
        row = JoinedRow([], [], split: split)
    }

    /// Whether objects of a side stay without a partner.
    private func staysAlone(_ side: JoinLayout.Side) -> Bool { side == .first && missing != nil }

    /// Takes a row of the side that is kept.
    ///
    /// - Throws: any error from evaluating the expressions.
    package func keep(_ values: [Value]) throws {
        row.set(keptSide, to: values)
        guard try holds(own.kept) else { return }
        kept.append(values)
        isPaired.append(false)
    }

    /// Finds the positions of the kept rows by the values that they are joined by.
    ///
    /// Only when they are needed, because these values may fail, and must not where there is no object to compare with.
    private func findPlaces() throws {
        if places != nil { return }
        var found: [Key: [Int]] = [:]
        for (position, values) in kept.enumerated() {
            row.set(keptSide, to: values)
            if let key = try key(of: keys.kept) { found[key, default: []].append(position) }
        }
        places = found
    }

    /// Takes a row of the other side, after all that are kept, and passes it to a closure with each partner.
    ///
    /// The row that the closure gets is another one with the next call. Throws as ``keep(_:)`` does, and errors of the
    /// closure.
    package func pass(_ values: [Value], _ body: (JoinedRow) throws -> Void) throws {
        let side = keptSide.other
        row.set(side, to: values)
        guard try holds(own.passing) else { return }
        var hasPartner = false
        try findPlaces()
        if !kept.isEmpty, let key = try key(of: keys.passing) {
            for place in places?[key] ?? [] {
                row.set(keptSide, to: kept[place])
                guard try holds(matches) else { continue }
                hasPartner = true
                isPaired[place] = true
                if try holds(rest) { try body(row) }
            }
        }
        if !hasPartner, staysAlone(side) { try passAlone(body) }
    }

    /// Passes the kept rows without a partner to a closure, where they stay.
    ///
    /// Throws as ``pass(_:_:)`` does.
    package func finish(_ body: (JoinedRow) throws -> Void) throws {
        guard staysAlone(keptSide) else { return }
        for (values, isPaired) in zip(kept, isPaired) where !isPaired {
            row.first = values
            try passAlone(body)
        }
    }

    private func passAlone(_ body: (JoinedRow) throws -> Void) throws {
        row.second = missing ?? []
        if try holds(rest) { try body(row) }
    }

    private func holds(_ conditions: RowConditions) throws -> Bool {
        try conditions.hold(on: row, in: NullRow.shared)
    }

    /// The values by which the current row of a side is joined; `nil` if one of them is `nil` and joins nothing.
    private func key(of nodes: [any EvaluationNode]) throws -> Key? {
        if nodes.count == 1 { return try value(of: nodes[0], at: 0).map(Key.one) }
        var values: [Value] = []
        for position in nodes.indices {
            guard let value = try value(of: nodes[position], at: position) else { return nil }
            values.append(value)
        }
        return .several(values)
    }

    /// The value at a position of the keys; `nil` if it is `nil` and joins nothing.
    private func value(of node: any EvaluationNode, at position: Int) throws -> Value? {
        let value = try node.value(of: row, in: NullRow.shared)
        return value.isNull && !joinsNil[position] ? nil : value
    }
}

extension JoinMatcher {
    /// The different values that the kept rows are joined by at a position of the keys; not `nil` ones.
    ///
    /// Throws as ``keep(_:)`` does.
    package func keptValues(at position: Int) throws -> [Value] {
        try findPlaces()
        return Array(Set((places ?? [:]).keys.map { $0.value(at: position) }.filter { !$0.isNull }))
    }
}
