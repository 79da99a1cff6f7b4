/// Follows the relationships of a context's objects, loading them in batches.
final class ObjectSource: EvaluationSource {
    private let graph: ObjectGraph

    init(_ graph: ObjectGraph) { self.graph = graph }

    func destination(of step: Relationship, from row: any EvaluationRow) throws -> (any EvaluationRow)? {
        guard let row = row as? ObjectRow else { return nil }
        guard case .key(let key) = row.object._reference(at: step.position) else { return nil }
        let bits = key.bits
        if graph.tables.loadedObject(bits, of: step.destination) == nil {
            // A key that is known to be absent is looked up once, and not for each row.
            if graph.tables[step.destination.index].isAbsent(bits) { return nil }
            try load(step, row.object)
        }
        guard let target = graph.tables.loadedObject(bits, of: step.destination),
            target._objectState.phase != .deleted
        else { return nil }
        return ObjectRow(target, of: step.destination)
    }

    private func load<Owner: Model>(_ relationship: Relationship, _ owner: Owner) throws {
        try graph.lookup.loadToOne(
            relationship, of: graph.tables.members(of: owner._objectState.batch, including: owner))
    }

    func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        guard let row = row as? ObjectRow else { return }
        func members<Owner: Model>(_ owner: Owner) throws -> ToManyMembers {
            if owner._objectState.phase != .inserted {
                if let members = owner._members(at: step.position), members.isLoaded,
                    members.epoch == graph.tables[step.destination.index].epoch
                {
                    return members
                }
                try graph.lists.loadToMany(
                    step, of: graph.tables.members(of: owner._objectState.batch, including: owner))
                if let members = owner._members(at: step.position) { return members }
            }
            return graph.lists.loadedMembers(of: owner, at: step.position)
        }
        for member in try members(row.object).models where member._objectState.phase != .deleted {
            if try !body(ObjectRow(member, of: step.destination)) { return }
        }
    }
}
