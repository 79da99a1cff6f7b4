import GranaryStore

/// Conditions on texts that ignore case or marks: about a column that holds the folded texts, or for an engine that folds
/// as the core does.
extension ExpressionLowering {
    func folded(
        _ comparison: ExpressionTree.TextComparison, _ left: ExpressionTree, _ right: ExpressionTree,
        _ options: TextOptions, _ scope: QueryScope, _ negated: Bool
    ) -> SQLText? {
        guard let text = folded(left, options.folding, in: scope) else { return nil }
        if case .literal(.text(let wanted)) = right {
            guard Value.text(wanted).storableType != nil else { return nil }
            return self.text(comparison, text, options.folding.fold(wanted), negated)
        }
        guard let wanted = folded(right, options.folding, in: scope) else { return nil }
        return texts(comparison, text, wanted, negated)
    }

    func foldedMatches(
        _ inner: ExpressionTree, _ pattern: TextPattern, _ options: TextOptions, _ scope: QueryScope,
        _ negated: Bool
    ) -> SQLText? {
        guard let text = folded(inner, options.folding, in: scope) else { return nil }
        let pieces = pattern.pieces.map { piece -> TextPattern.Piece in
            if case .literal(let text) = piece { .literal(options.folding.fold(text)) } else { piece }
        }
        return matches(text, TextPattern(pieces), negated)
    }

    private func folded(
        _ tree: ExpressionTree, _ folding: TextFolding, in scope: QueryScope
    ) -> LoweredValue? {
        if let column = foldedColumn(tree, folding, in: scope) { return column }
        guard let text = value(tree, in: scope), text.type == .text,
            let sql = dialect.folded(text.sql, folding)
        else { return nil }
        return LoweredValue(sql: sql, type: .text, isOptional: text.isOptional)
    }
}
