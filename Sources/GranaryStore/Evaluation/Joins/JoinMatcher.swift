/// Joins the rows of two sides: those of one side are kept, those of the other pass by.
///
/// It takes memory for the rows that are kept. Used by one thread at a time.
package struct JoinMatcher {
    /// The side whose rows are kept.
    package let keptSide: JoinLayout.Side
    private let own: (first: [BoundExpression], second: [BoundExpression])
    private let keys: [(first: BoundExpression, second: BoundExpression, joinsNil: Bool)]
    private let matches: [BoundExpression]
    private let rest: [BoundExpression]
    /// The columns of a missing partner; `nil` where every object needs one.
    private let missing: [Value]?
    private let row: JoinedRow

    private var kept: [[Value]] = []
    private var isPaired: [Bool] = []
    /// The positions of the kept rows by the values that they are joined by; `nil` before they are needed.
    private var places: [[Value]: [Int]]?

    /// Begins without rows; `own` has the conditions of each side that are still to be checked, `missing` the columns of a
    /// missing partner where objects of the first side stay without one.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in the conditions.
    package init(
        _ conditions: JoinConditions, own: (first: [ExpressionTree], second: [ExpressionTree]),
        missing: [Value]?, keeping side: JoinLayout.Side, split: Int, _ binder: ExpressionBinder
    ) throws {
        keptSide = side
        self.own = (try own.first.map(binder.bindCondition), try own.second.map(binder.bindCondition))
        keys = try conditions.keys.map {
            (try binder.bind($0.first), try binder.bind($0.second), $0.joinsNil)
        }
        matches = try conditions.matches.map(binder.bindCondition)
        rest = try conditions.rest.map(binder.bindCondition)
        self.missing = missing
        row = JoinedRow([], [], split: split)
    }

    /// Whether objects of a side stay without a partner.
    private func staysAlone(_ side: JoinLayout.Side) -> Bool { side == .first && missing != nil }

    /// Takes a row of the side that is kept.
    ///
    /// - Throws: any error from evaluating the expressions.
    package mutating func keep(_ values: [Value]) throws {
        row.set(keptSide, to: values)
        guard try holds(keptSide == .first ? own.first : own.second) else { return }
        kept.append(values)
        isPaired.append(false)
    }

    /// The positions of the kept rows by the values that they are joined by.
    ///
    /// Only now, because these values may fail, and must not where there is no object to compare with.
    private mutating func findPlaces() throws -> [[Value]: [Int]] {
        if let places { return places }
        var found: [[Value]: [Int]] = [:]
        for (position, values) in kept.enumerated() {
            row.set(keptSide, to: values)
            if let key = try key(of: keptSide) { found[key, default: []].append(position) }
        }
        places = found
        return found
    }

    /// Takes a row of the other side, after all that are kept, and passes it to a closure with each partner.
    ///
    /// The row that the closure gets is another one with the next call. Throws as ``keep(_:)`` does, and errors of the
    /// closure.
    package mutating func pass(_ values: [Value], _ body: (JoinedRow) throws -> Void) throws {
        let side = keptSide.other
        row.set(side, to: values)
        guard try holds(side == .first ? own.first : own.second) else { return }
        var hasPartner = false
        let places = try findPlaces()
        if !kept.isEmpty, let key = try key(of: side) {
            for place in places[key] ?? [] {
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
    package mutating func finish(_ body: (JoinedRow) throws -> Void) throws {
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

    private func holds(_ conditions: [BoundExpression]) throws -> Bool {
        try conditions.allSatisfy { try $0.holds(row, in: NullRow.shared) }
    }

    /// The values by which the current row of a side is joined; `nil` if one of them is `nil` and joins nothing.
    private func key(of side: JoinLayout.Side) throws -> [Value]? {
        var values: [Value] = []
        for key in keys {
            let value = try (side == .first ? key.first : key.second).evaluate(row, in: NullRow.shared)
            if value.isNull, !key.joinsNil { return nil }
            values.append(value)
        }
        return values
    }
}

extension JoinMatcher {
    /// The different values that the kept rows are joined by at a position of the keys; not `nil` ones.
    ///
    /// Throws as ``keep(_:)`` does.
    package mutating func keptValues(at position: Int) throws -> [Value] {
        let keys = try findPlaces().keys
        return Array(Set(keys.compactMap { $0.indices.contains(position) ? $0[position] : nil }))
            .filter { !$0.isNull }
    }
}
