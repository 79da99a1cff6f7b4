import GranaryStore

/// The use of an entity's index for a condition.
enum IndexUse {
    /// Finds rows with exact values.
    case values
    /// Finds rows in a range of values.
    case range
    /// No index helps.
    case nothing

    /// Examines one condition of a conjunction.
    init(_ tree: ExpressionTree, _ entity: Entity) {
        switch tree {
        case .compare(let comparison, .attribute([], let name), .literal(let value)),
            .compare(let comparison, .literal(let value), .attribute([], let name)):
            guard entity.isIndexed(name), comparison != .notEqual else { self = .nothing; return }
            self = comparison == .equal || value.isNull ? .values : .range
        case .isIn(.attribute([], let name), _): self = entity.isIndexed(name) ? .values : .nothing
        case .text(.hasPrefix, .attribute([], let name), .literal, []):
            self = entity.isIndexed(name) ? .range : .nothing
        case .text(.equal, .attribute([], let name), .literal, .caseInsensitive):
            self = entity.isFolded(name) ? .values : .nothing
        case .text(.hasPrefix, .attribute([], let name), .literal, .caseInsensitive):
            self = entity.isFolded(name) ? .range : .nothing
        case .refers, .holdsKey: self = .values
        default: self = .nothing
        }
    }
}

extension Entity {
    /// Whether an attribute is the first column of the key, of a unique constraint or of an index.
    fileprivate func isIndexed(_ name: String) -> Bool {
        guard let position = attributePosition(name) else { return false }
        return ([keyColumns] + uniques + indexes).contains { $0.first == position }
    }

    /// Whether there is an index of an attribute's texts without case.
    fileprivate func isFolded(_ name: String) -> Bool {
        attributePosition(name).map(foldedIndexes.contains) ?? false
    }
}
