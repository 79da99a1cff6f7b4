import Granary

/// Follows relationships inside a state of the reference store.
final class ReferenceSource: EvaluationSource {
    private let state: ReferenceState
    private let entities: [String: Entity]

    init(_ state: ReferenceState, _ entities: [String: Entity]) {
        self.state = state
        self.entities = entities
    }

    func destination(of step: RelationshipStep, from row: any EvaluationRow) throws -> (any EvaluationRow)? {
        let values = try step.relationship.columns.map { try row.value(at: $0) }
        return ObjectKey(values).flatMap { state.tables[step.destination.name]?[$0] }
    }

    func forEachMember(
        of step: RelationshipStep, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        guard let key = ObjectKey(try step.owner.keyColumns.map { try row.value(at: $0) }) else { return }
        for member in members(step, key) {
            if try !body(member) { return }
        }
    }

    private func members(_ step: RelationshipStep, _ key: ObjectKey) -> [ReferenceRow] {
        let table = state.tables[step.destination.name] ?? [:]
        switch step.relationship.storage {
        case .ownColumns: return []
        case .destinationColumns(let inverse):
            let columns = Array(step.destination.relationship(inverse)?.columns ?? 0..<0)
            return table.values.filter { ReferenceSession.key($0, columns) == key }
        case .link(let link, let isFirst):
            let pairs = state.links[link.name] ?? []
            return pairs.filter { (isFirst ? $0.first : $0.second) == key }
                .compactMap { table[isFirst ? $0.second : $0.first] }
        }
    }
}
