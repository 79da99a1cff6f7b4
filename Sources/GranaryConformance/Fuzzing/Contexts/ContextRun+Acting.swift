import Granary

/// The calls that change and read a context.
extension ContextRun {
    /// Carries out a call that is no save; returns what it has read.
    func act(_ action: ContextStep.Action, _ position: Int) throws -> [[Value]] {
        let context = try context(position)
        switch action {
        case .insert, .replace, .set, .refer, .add, .remove, .delete: try change(action, position)
        case .members(let kind, let object, let relationship):
            guard let found = try find(kind, object, context) else { return [] }
            return kinds[kind].collections[relationship].read(found).map(\.erasedKey.values)
        case .find(let kind, let object): _ = try find(kind, object, context)
        case .refresh(let kind, let object):
            if let found = try find(kind, object, context) { try kinds[kind].refresh(context, found) }
        case .require(let kind, let object):
            if let found = try find(kind, object, context) { kinds[kind].require(context, found) }
        case .fetch(let kind, let plan):
            return try kinds[kind].fetch(context, plan).map { try ContextView.values(of: $0, kinds[kind]) }
        case .count(let kind, let plan): return [[.integer(Int64(try kinds[kind].count(context, plan)))]]
        case .aggregate(let kind, let plan): return try kinds[kind].aggregate(context, plan)
        case .select(let kind, let plan): return try kinds[kind].select(context, plan)
        case .join(let plan): return try kinds[plan.first].pairs(context, plan, kinds[plan.second].type)
        case .pages(let kind, let plan, let size):
            return try kinds[kind].pages(context, plan, size).map(\.erasedKey.values)
        case .stream(let kind): try kinds[kind].stream(context)
        case .updateAll(let kind, let value): try batch { try kinds[kind].updateAll(context, value) }
        case .deleteAll(let kind, let value): try batch { try kinds[kind].deleteAll(context, value) }
        case .reconcile(let list): return try ReconciledKind.all[list.kind].reconcile(context, list)
        case .upsert(let list): return try ReconciledKind.all[list.kind].upsert(context, list)
        case .findOrInsert(let list): return try ReconciledKind.all[list.kind].findOrInsert(context, list)
        case .tally(let step): try carryOut(step, in: position)
        case .beginStep(let name): try beginStep(name, position)
        case .endStep: context.history.endStep()
        case .undo: return try move(position, undoing: true)
        case .redo: return try move(position, undoing: false)
        case .rollback: try rollBack(position)
        case .refreshAll:
            try context.refreshAll()
            // Changed objects are not read again.
            if models == .railway, !context.hasChanges {
                known[position].isAlone = roles[position].parent.map { known[$0].isAlone } ?? true
            }
        case .reset:
            context.reset()
            tallies.forget(position)
            known[position].named = []
        case .hear: context.mergeChangesUnattended()
        case .observe, .settle, .save, .saveThrough, .saveInBackground, .saveDeciding, .leave, .look: break
        }
        return []
    }

    /// Rolls a context back, which leaves no changes but those that a save in the background writes.
    func rollBack(_ position: Int) throws {
        let context = try context(position)
        context.rollback()
        tallies.forget(position)
        known[position].named = []
        known[position].steps = ShownSteps()
        if !context.isSavingInBackground, context.hasChanges {
            throw ProgramFault("a context has changes after a rollback", "context \(position)")
        }
    }

    private func change(_ action: ContextStep.Action, _ position: Int) throws {
        let context = try context(position)
        switch action {
        case .insert(let kind, let object?, let value):
            let key = kinds[kind].key(object)
            // Programs of the library try to take keys.
            if models != .library, try kinds[kind].find(context, key) != nil { return }
            try kinds[kind].insert(context, object, value)
            keep(key, of: kind)
        case .insert(let kind, nil, let value):
            if let key = try kinds[kind].insertNew?(context, value) { keep(key, of: kind) }
        case .replace(let kind, let object, let value, let inherits):
            try replace(kind, object, value, inherits, context)
        case .set(let kind, let object, let property, let value):
            if let found = try find(kind, object, context) { kinds[kind].setters[property](found, value) }
        case .refer(let kind, let object, let relationship, let target):
            let reference = kinds[kind].references[relationship]
            guard let found = try find(kind, object, context) else { return }
            let other = try target.flatMap { try find(self.kind(named: reference.target), $0, context) }
            if target != nil, other == nil { return }
            _ = try name(kind, object, position)
            reference.set(found, other)
        case .add(let kind, let object, let relationship, let target),
            .remove(let kind, let object, let relationship, let target):
            let list = kinds[kind].collections[relationship]
            let member = self.kind(named: list.target)
            // A pair that others have made, and a deletion has not seen, stays with the key: who inherits it is not
            // foreseen.
            if models == .railway, list.target != "Carriage" || kinds[kind].name == "Plate", hasOthers {
                return
            }
            guard let found = try find(kind, object, context), try find(member, target, context) != nil,
                let other = try name(member, target, position)
            else { return }
            if case .add = action { list.add(found, other) } else { list.remove(found, other) }
        case .delete(let kind, let object):
            if let found = try name(kind, object, position) { try kinds[kind].delete(context, found) }
        default: break
        }
    }

    /// Whether there are several contexts of the stores.
    private var hasOthers: Bool { roles.count { $0.parent == nil } > 1 }

    private func replace(
        _ kind: Int, _ object: Int, _ value: Int, _ inherits: Bool, _ context: Context
    ) throws {
        guard let old = try find(kind, object, context) else { return }
        let partners = kinds[kind].references.map { ($0, $0.read(old)) }
        try kinds[kind].delete(context, old)
        try kinds[kind].insert(context, object, value)
        guard inherits, let new = try find(kind, object, context) else { return }
        for (reference, partner) in partners {
            if let partner, partner !== old { reference.set(new, partner) }
        }
    }
}
