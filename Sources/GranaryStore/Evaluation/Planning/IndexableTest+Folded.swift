extension IndexableTest {
    /// The test that a condition without regard to case makes of an index of folded texts; `nil` for another condition,
    /// or without such an index.
    ///
    /// Its column is a place of the store (``Entity/foldedPlace(of:)``), so it is of use only to a store that plans itself.
    package init?(folded tree: ExpressionTree, in entity: Entity) {
        guard
            case .text(let comparison, .attribute([], let name), .literal(let value), .caseInsensitive) = tree,
            !entity.foldedIndexes.isEmpty,
            let place = entity.attributePosition(name).flatMap(entity.foldedPlace(of:))
        else { return nil }
        switch (comparison, value) {
        // Nothing equals or begins with nil.
        case (.equal, .null), (.hasPrefix, .null): self = .points(columns: [place], [])
        case (.equal, .text(let text)): self = .points(columns: [place], [[.text(Entity.folded(text))]])
        case (.hasPrefix, .text(let text)):
            // Every text begins with the empty one, so it narrows nothing.
            let beginning = Entity.folded(text)
            if beginning.isEmpty { return nil }
            self = .prefix(column: place, beginning)
        default: return nil
        }
    }
}
