internal import FoundationEssentials

extension EntityMergeRules {
    /// The merged value of an attribute, from the columns of three versions; `nil` when the rule has none, such as a
    /// sum beyond the type.
    ///
    /// - Throws: any error from a function of the model; ``GranaryError/Code/malformed`` for a value that it cannot
    ///   read.
    func value(of position: Int, base: [Value], mine: [Value], theirs: [Value]) throws -> Value? {
        guard let rule = rule(of: position) else { return nil }
        let (read, wanted, found) = (base[position], mine[position], theirs[position])
        switch rule.kind {
        case .maximum: return Self.chosen(wanted, found) { $1.precedes($0) }
        case .minimum: return Self.chosen(wanted, found) { $0.precedes($1) }
        case .sum(let range): return range.sum(base: read, mine: wanted, theirs: found)
        case .unionOfBits: return Self.union(base: read, mine: wanted, theirs: found)
        case .latest:
            guard let stamp = stamp(of: position) else { return nil }
            // With equal stamps theirs wins, so that all sides arrive at the same value
            // (Docs/Decisions/merge-policies-and-rules.md).
            return theirs[stamp].precedes(mine[stamp]) ? wanted : found
        case .function(let merge): return try merge(read, wanted, found)
        }
    }

    /// Mine, if it wins over theirs; a missing value never wins over an existing one.
    private static func chosen(_ mine: Value, _ theirs: Value, _ wins: (Value, Value) -> Bool) -> Value {
        if mine.isNull || theirs.isNull { return mine.isNull ? theirs : mine }
        return wins(mine, theirs) ? mine : theirs
    }

    private static func union(base: Value, mine: Value, theirs: Value) -> Value? {
        if mine.isNull, theirs.isNull { return .null }
        guard let base = base.bits, let mine = mine.bits, let theirs = theirs.bits else { return nil }
        return .integer((theirs | (mine & ~base)) & ~(base & ~mine))
    }
}

extension SumRange {
    /// Theirs plus the difference of mine from the base; `nil` when the sum is out of range.
    fileprivate func sum(base: Value, mine: Value, theirs: Value) -> Value? {
        if mine.isNull, theirs.isNull { return .null }
        let present = [theirs, mine, base].first { !$0.isNull }
        switch present {
        case .real:
            guard let base = base.number, let mine = mine.number, let theirs = theirs.number else {
                return nil
            }
            let sum = theirs + (mine - base)
            return sum.magnitude <= magnitude ? .real(sum == 0 ? 0 : sum) : nil
        case .decimal:
            guard let base = base.decimal, let mine = mine.decimal, let theirs = theirs.decimal else {
                return nil
            }
            // In another order the digits in between may suffice.
            let sum =
                mine.adding(base.negated)?.adding(theirs) ?? theirs.adding(base.negated)?.adding(mine)
            return sum?.decimal.map(Value.decimal)
        default:
            guard let base = base.bits, let mine = mine.bits, let theirs = theirs.bits else { return nil }
            // The difference may exceed 64 bits where the sum does not.
            let sum = Int128(theirs) + (Int128(mine) - Int128(base))
            guard let exact = Int64(exactly: sum), integers.contains(exact) else { return nil }
            return .integer(exact)
        }
    }
}

/// The numbers that values hold, where nothing counts as zero.
extension Value {
    fileprivate var bits: Int64? {
        switch self {
        case .null: 0
        case .integer(let number): number
        default: nil
        }
    }

    fileprivate var number: Double? {
        switch self {
        case .null: 0
        case .real(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    fileprivate var decimal: DecimalParts? {
        switch self {
        case .null: DecimalParts(0)
        case .decimal(let number): DecimalParts(number)
        case .integer(let number): DecimalParts(number)
        default: nil
        }
    }
}
