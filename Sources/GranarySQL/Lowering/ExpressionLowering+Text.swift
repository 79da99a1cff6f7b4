import GranaryStore

extension ExpressionLowering {
    func text(
        _ comparison: ExpressionTree.TextComparison, _ left: ExpressionTree, _ right: String,
        _ scope: QueryScope,
        _ negated: Bool
    ) -> SQLText? {
        guard let value = value(left, in: scope), value.type == .text, Value.text(right).storableType != nil
        else { return nil }
        return text(comparison, value, right, negated)
    }

    /// A comparison of a text with a constant.
    func text(
        _ comparison: ExpressionTree.TextComparison, _ value: LoweredValue, _ right: String, _ negated: Bool
    ) -> SQLText {
        if right.isEmpty && comparison != .equal { return nullTest(value, isNull: negated) }
        let parameter = "\(bind: .text(right))" as SQLText
        switch comparison {
        case .equal:
            return negated ? orNull("\(value.sql) <> \(parameter)", value) : "\(value.sql) = \(parameter)"
        case .contains:
            let position = dialect.position(of: parameter, in: value.sql)
            return negated ? orNull("\(position) = 0", value) : "\(position) > 0"
        case .hasSuffix:
            // By scalars, since engines count code points and not Swift's characters.
            let suffix = dialect.suffix(of: value.sql, count: right.unicodeScalars.count)
            return negated ? orNull("\(suffix) <> \(parameter)", value) : "\(suffix) = \(parameter)"
        case .hasPrefix where value.isSimple: return prefix(value, right, negated)
        case .hasPrefix:
            // What is computed has no index, and would be computed twice.
            let position = dialect.position(of: parameter, in: value.sql)
            return negated ? orNull("\(position) <> 1", value) : "\(position) = 1"
        }
    }

    /// A comparison of two texts that differ from row to row.
    func texts(
        _ comparison: ExpressionTree.TextComparison, _ left: ExpressionTree, _ right: ExpressionTree,
        _ scope: QueryScope, _ negated: Bool
    ) -> SQLText? {
        guard let left = value(left, in: scope), let right = value(right, in: scope), left.type == .text,
            right.type == .text
        else { return nil }
        return texts(comparison, left, right, negated)
    }

    /// A comparison of two texts.
    func texts(
        _ comparison: ExpressionTree.TextComparison, _ left: LoweredValue, _ right: LoweredValue,
        _ negated: Bool
    ) -> SQLText? {
        let position = dialect.position(of: right.sql, in: left.sql)
        switch comparison {
        case .equal:
            return negated
                ? orNull("\(left.sql) <> \(right.sql)", left, right) : "\(left.sql) = \(right.sql)"
        case .contains: return negated ? orNull("\(position) = 0", left, right) : "\(position) > 0"
        case .hasPrefix: return negated ? orNull("\(position) <> 1", left, right) : "\(position) = 1"
        case .hasSuffix: return nil
        }
    }

    /// Texts with a prefix are between it and the next text of its length, so an index finds them.
    private func prefix(_ value: LoweredValue, _ prefix: String, _ negated: Bool) -> SQLText {
        let lower = "\(bind: .text(prefix))" as SQLText
        guard let end = prefix.endOfTextsWithThisPrefix else {
            return negated ? orNull("\(value.sql) < \(lower)", value) : "\(value.sql) >= \(lower)"
        }
        let upper = "\(bind: .text(end))" as SQLText
        if negated { return orNull("(\(value.sql) < \(lower) OR \(value.sql) >= \(upper))", value) }
        return "(\(value.sql) >= \(lower) AND \(value.sql) < \(upper))"
    }

    func matches(
        _ inner: ExpressionTree, _ pattern: TextPattern, _ scope: QueryScope, _ negated: Bool
    ) -> SQLText? {
        guard let value = value(inner, in: scope), value.type == .text else { return nil }
        return matches(value, pattern, negated)
    }

    /// The condition that a text matches a pattern.
    func matches(_ value: LoweredValue, _ pattern: TextPattern, _ negated: Bool) -> SQLText? {
        guard let matches = dialect.matches(value.sql, pattern) else { return nil }
        return negated ? orNull("NOT (\(matches))", value) : matches
    }
}

extension String {
    /// The smallest text, by bytes, that is larger than every text with this prefix; `nil` if there is none.
    ///
    /// The order of UTF-8 bytes is that of Unicode scalars: the last scalar with a successor is replaced by it.
    package var endOfTextsWithThisPrefix: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // Between U+D7FF and U+E000 there are no scalars.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let raised = Unicode.Scalar(next) else { continue }
            var end = String.UnicodeScalarView(scalars)
            end.append(raised)
            return String(end)
        }
        return nil
    }
}
