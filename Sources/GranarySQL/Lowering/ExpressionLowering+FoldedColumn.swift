import GranaryStore

extension ExpressionLowering {
    /// The column that holds the texts of an attribute without their case; `nil` if there is none, or another folding is
    /// asked for.
    func foldedColumn(
        _ tree: ExpressionTree, _ folding: TextFolding, in scope: QueryScope
    ) -> LoweredValue? {
        guard folding == .caseInsensitive, case .attribute(let path, let name) = tree,
            let end = scope.end(of: path), let position = end.entity.attributePosition(name),
            end.entity.foldedIndexes.contains(position)
        else { return nil }
        let attribute = end.entity.attributes[position]
        let column = Entity.foldedName(of: attribute.column)
        guard layout.table(of: end.entity)?.column(column) != nil else { return nil }
        return LoweredValue(
            sql: end.column(named: column), type: .text,
            isOptional: attribute.isOptional || !end.isCertain, isSimple: true)
    }
}
