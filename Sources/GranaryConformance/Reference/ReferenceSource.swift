import Granary

/// Follows relationships inside a state of the reference store.
final class ReferenceSource: EvaluationSource {
    private let state: ReferenceState
    private let entities: [String: Entity]
    /// The members of every owner, by relationship, once one of them was asked for.
    private var members: [String: [ObjectKey: [ReferenceRow]]] = [:]

    init(_ state: ReferenceState, _ entities: [String: Entity]) {
        self.state = state
        self.entities = entities
    }

    func destination(of step: Relationship, from row: any EvaluationRow) throws -> (any EvaluationRow)? {
        let values = try step.columns.map { try row.value(at: $0) }
        return ObjectKey(values).flatMap { state.tables[step.destination.name]?[$0] }
    }

    func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        guard let key = ObjectKey(try step.owner.keyColumns.map { try row.value(at: $0) }) else { return }
        for member in members(step)[key] ?? [] {
            if try !body(member) { return }
        }
    }

    /// The members of every owner that has any; searched once, so that the search is not quadratic.
    private func members(_ step: Relationship) -> [ObjectKey: [ReferenceRow]] {
        let name = step.label
        if let known = members[name] { return known }
        let found = grouped(step)
        members[name] = found
        return found
    }

    private func grouped(_ step: Relationship) -> [ObjectKey: [ReferenceRow]] {
        let table = state.tables[step.destination.name] ?? [:]
        var found: [ObjectKey: [ReferenceRow]] = [:]
        switch step.storage {
        case .ownColumns: break
        case .destinationColumns(let inverse):
            let columns = Array(inverse.columns)
            for row in table.values {
                if let owner = ReferenceSession.key(row, columns) { found[owner, default: []].append(row) }
            }
        case .link(let link, let isFirst):
            for pair in state.links[link.name] ?? [] {
                guard let row = table[isFirst ? pair.second : pair.first] else { continue }
                found[isFirst ? pair.first : pair.second, default: []].append(row)
            }
        }
        return found
    }
}
