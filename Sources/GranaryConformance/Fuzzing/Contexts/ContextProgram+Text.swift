import Granary

extension ContextProgram: CustomStringConvertible {
    /// The stores, the contexts and the steps, a line each.
    var description: String {
        let heads = roles.enumerated().map { position, role in
            "  context \(position): \(role.kind), \(role.policy)"
                + (role.parent.map { ", child of \($0)" } ?? "")
                + (role.savesThrough ? ", saves through" : "")
                + (role.history == .kept ? ", keeps a history" : "")
        }
        let lines = steps.enumerated().map { number, step in
            "  \(number + 1). context \(step.context % roles.count): \(step.action.text(models.kinds))"
        }
        return (["  \(topology.rawValue)"] + heads + lines).joined(separator: "\n")
    }
}

extension ContextStep.Action {
    /// The call for people; objects have their numbers.
    fileprivate func text(_ kinds: [ModelKind]) -> String {
        switch self {
        case .refer(let kind, let object, let relationship, let target):
            let reference = kinds[kind].references[relationship]
            return
                "set \(reference.name) of \(kinds[kind].name) \(object) to \(target.map { "\($0)" } ?? "nil")"
        case .add(let kind, let object, let relationship, let target):
            return
                "add \(target) to \(kinds[kind].collections[relationship].name) of \(kinds[kind].name) \(object)"
        case .remove(let kind, let object, let relationship, let target):
            return
                "remove \(target) from \(kinds[kind].collections[relationship].name) of \(kinds[kind].name) \(object)"
        case .members(let kind, let object, let relationship):
            return "read \(kinds[kind].collections[relationship].name) of \(kinds[kind].name) \(object)"
        case .fetch(_, let plan): return "fetch \(plan.programText)"
        case .count(_, let plan): return "count \(plan.programText)"
        case .aggregate(_, let plan): return "aggregate \(plan.programText)"
        case .select(_, let plan): return "select \(plan.programText)"
        case .join(let plan): return plan.programText
        case .pages(_, let plan, let size): return "read pages of \(size) of \(plan.programText)"
        case .observe(let position, let shape, let number, let pace):
            return "observe \(LiveShape.all[shape].name) (\(number)), \(pace), in place of query \(position)"
        case .reconcile(let list): return "reconcile \(list.programText)"
        case .upsert(let list): return "upsert \(list.programText)"
        case .findOrInsert(let list): return "find or insert \(list.programText)"
        case .saveInBackground(let meanwhile):
            return
                "save in the background, meanwhile [\(meanwhile.map { $0.text(kinds) }.joined(separator: "; "))]"
        default:
            return "\(self)".replacing(/kind: (\d+)/) { kinds[Int($0.1) ?? 0].name }
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
