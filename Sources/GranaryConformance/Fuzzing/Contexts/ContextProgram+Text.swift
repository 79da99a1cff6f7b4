import Granary

extension ContextProgram: CustomStringConvertible {
    /// The stores, the policies and the steps, a line each.
    var description: String {
        let head = "  \(topology.rawValue), policies \(policies.map(\.rawValue).joined(separator: ", "))"
        return
            ([head]
            + steps.enumerated().map { "  \($0 + 1). \($1.contextText): \($1.action.programText)" })
            .joined(separator: "\n")
    }
}

extension ContextStep {
    fileprivate var contextText: String {
        context < ContextRun.contextCount
            ? "context \(context)" : "child of context \(context - ContextRun.contextCount)"
    }
}

extension ContextStep.Action {
    private static func object(_ kind: Int, _ object: Int) -> String {
        "\(ModelKind.all[kind].name) \(ProgramText.text(ModelKind.all[kind].key(object).values))"
    }

    private static func other(_ name: String, _ object: Int) -> String {
        let key = ModelKind.all.first { $0.name == name }?.key(object).values ?? []
        return "\(name) \(ProgramText.text(key))"
    }

    fileprivate var programText: String {
        switch self {
        case .insert(let kind, let object, let value):
            return "insert \(Self.object(kind, object)) with values \(value)"
        case .set(let kind, let object, let property, let value):
            return "set property \(property) of \(Self.object(kind, object)) to value \(value)"
        case .refer(let kind, let object, let relationship, let target):
            let reference = ModelKind.all[kind].references[relationship]
            let end = target.map { Self.other(reference.target, $0) } ?? "nil"
            return "set \(reference.name) of \(Self.object(kind, object)) to \(end)"
        case .add(let kind, let object, let relationship, let target):
            let collection = ModelKind.all[kind].collections[relationship]
            return
                "add \(Self.other(collection.target, target)) to \(collection.name) of \(Self.object(kind, object))"
        case .remove(let kind, let object, let relationship, let target):
            let collection = ModelKind.all[kind].collections[relationship]
            return
                "remove \(Self.other(collection.target, target)) from \(collection.name) of \(Self.object(kind, object))"
        case .members(let kind, let object, let relationship):
            return
                "read \(ModelKind.all[kind].collections[relationship].name) of \(Self.object(kind, object))"
        case .delete(let kind, let object): return "delete \(Self.object(kind, object))"
        case .refresh(let kind, let object): return "refresh \(Self.object(kind, object))"
        case .require(let kind, let object): return "require \(Self.object(kind, object)) unchanged"
        case .fetch(_, let plan): return "fetch \(plan.programText)"
        case .count(_, let plan): return "count \(plan.programText)"
        case .aggregate(_, let plan): return "aggregate \(plan.programText)"
        case .observe(let position, let shape, let number, let pace):
            return "observe \(LiveShape.all[shape].name) (\(number)), \(pace), in place of query \(position)"
        case .settle: return "settle"
        case .reconcile(let list): return "reconcile \(list.programText)"
        case .upsert(let list): return "upsert \(list.programText)"
        case .findOrInsert(let list): return "find or insert \(list.programText)"
        case .pages(_, let plan, let size): return "read pages of \(size) of \(plan.programText)"
        case .tally(let step): return step.programText
        case .save: return "save"
        case .saveDeciding(let choices):
            return "save, and decide about conflicts (\(choices)) to save again"
        case .saveThrough: return "save up to the stores"
        case .leave: return "drop"
        case .beginStep(let name): return "begin step \(name) of the history"
        case .undo: return "undo"
        case .redo: return "redo"
        case .rollback: return "rollback"
        case .refreshAll: return "refresh all"
        case .reset: return "reset"
        }
    }
}

extension ReconciledList {
    /// The list in one line.
    fileprivate var programText: String {
        let name = ReconciledKind.all[kind].name
        let listed = items.map { "object \($0.object) with values \($0.value)" }.joined(separator: ", ")
        return (subset.map { "\(name) of the number \($0)" } ?? "all \(name)")
            + " with [\(listed)]" + (fits ? "" : ", as they are")
            + (deletesMissing ? "" : ", keeping what is missing")
    }
}

extension TallyStep {
    /// The step in one line.
    fileprivate var programText: String {
        switch self {
        case .insert(let id): "insert Tally \(id)"
        case .change(let id, let property, let value):
            "change \(property.rawValue) of Tally \(id) (\(value))"
        case .delete(let id): "delete Tally \(id)"
        }
    }
}
