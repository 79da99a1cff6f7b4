import Granary

/// A graph while it grows, level by level.
struct GraphGrowth: Sendable {
    private(set) var contents = GraphContents()
    private(set) var gaps: [GraphGap] = []
    private(set) var states: [GraphPartState] = []
    /// What was asked for, for later graphs.
    private var memory = GraphMemory()
    /// The paths that lie deeper than the graph is to be.
    private(set) var cutOff: [String] = []
    /// Why objects are not there that were asked for.
    private var absent: [GraphAskKey: [ObjectKey: GraphGap.Reason]] = [:]
    /// The objects that refer to one whose key is not known here.
    private var unresolved: [GraphLink: Set<ObjectKey>] = [:]
    /// Why the pairs of relationships are not looked at.
    private var refused: [GraphLink: GraphGap.Reason] = [:]
    /// The objects that a graph which follows everything has not gone on from.
    private var fresh: [Int: Set<ObjectKey>] = [:]
    /// The objects that exist and are not whole enough for who asks in some way.
    private var broken: [GraphAskKey: Set<ObjectKey>] = [:]
    /// The objects that were checked by the contract of their part alone.
    private var foreign: [Int: Set<ObjectKey>] = [:]
    /// The objects that were not there when a part came to them, by the places of their gaps.
    private var awaited: [Int: (entity: Entity, key: ObjectKey)] = [:]

    /// Begins with the roots.
    init<Root: Granary.Model>(_ roots: Answer<Root>, _ entity: Entity) {
        for root in roots { contents.insert(root, root.objectID.key.objectKey, of: entity) }
        for key in roots.state.lacking.sorted() {
            gaps.append(
                GraphGap(model: entity.name, key: key, path: "", reason: .incomplete(roots.remoteError)))
        }
    }

    /// Notes that a root is not there that was asked for by its identity.
    mutating func note(absentRoot key: ObjectKey, _ entity: Entity, _ reason: GraphGap.Reason) {
        memory.absentRoots[key] = reason
        gaps.append(GraphGap(model: entity.name, key: key, path: "", reason: reason))
    }

    /// What was asked for, for later graphs.
    func memory(of roots: AnswerState) -> GraphMemory {
        var memory = memory
        memory.roots = roots
        return memory
    }

    /// The owners of a step whose members were not looked for.
    func unread(_ step: GraphStep) -> [ObjectKey] {
        step.owners.filter { contents.members(step.link, of: $0) == nil }
    }

    /// Notes the keys that relationships to one refer to, by the values of their owners.
    ///
    /// - Returns: the owners without a reference, by the positions of steps: a reference of theirs may wait in the store.
    mutating func linkReferences(_ steps: [GraphStep]) -> [Int: [ObjectKey]] {
        var without: [Int: [ObjectKey]] = [:]
        for (position, step) in steps.enumerated() where !step.relationship.isToMany {
            let owners = unread(step)
            let references = contents.references(step.relationship, of: owners)
            contents.note(references, step.link)
            without[position] = owners.filter { references[$0]?.isEmpty == true }
        }
        return without
    }

    /// Notes that the pairs of a step may not be looked at, since they reveal the keys of the objects at their
    /// other end.
    mutating func refuse(_ step: GraphStep, _ error: GranaryError) {
        contents.note(Dictionary(unread(step).map { ($0, []) }) { first, _ in first }, step.link)
        refused[step.link] = .failed(error)
    }

    /// Notes the keys that only the store knows of the links of some steps.
    mutating func link(_ steps: [GraphStep], _ stored: StoredLinks) {
        for (position, step) in steps.enumerated() {
            if let members = stored.members[position] { contents.note(members, step.link) }
            unresolved[step.link, default: []].formUnion(stored.unknown[position] ?? [])
        }
    }

    /// The keys that a step leads to by identity, each once.
    func targets(_ step: GraphStep) -> [ObjectKey] {
        var seen: Set<ObjectKey> = []
        return step.owners.flatMap { contents.members(step.link, of: $0) ?? [] }
            .filter { seen.insert($0).inserted }
    }

    /// Whether an object has to be asked for in some way, and checked by the contract of the graph where it has
    /// one.
    func isWanted(_ key: ObjectKey, _ ask: GraphAskKey, of entity: Entity, isJudged: Bool) -> Bool {
        if ask.own != nil { return true }
        if absent[ask]?[key] != nil { return false }
        return contents[entity, key] == nil || isJudged && foreign[entity.index]?.contains(key) == true
    }

    /// Takes over what was found.
    mutating func take(_ found: GraphFound, _ ask: GraphAsk) {
        let entity = ask.entity.index
        for (key, object) in found.objects {
            let isNew = contents.insert(object, key, of: ask.entity)
            if isNew { fresh[entity, default: []].insert(key) }
            if ask.reading.contract == nil {
                foreign[entity]?.remove(key)
            } else if isNew {
                foreign[entity, default: []].insert(key)
            }
        }
        broken[ask.key, default: []].formUnion(found.absent.keys.filter { found.lacking[$0] != nil })
        absent[ask.key, default: [:]].merge(found.absent) { _, new in new }
        for (link, members) in found.members { contents.note(members, link) }
        memory.parts[ask.key, default: GraphMemory.Part()].merge(found.memory)
    }

    /// Notes what is missing of a step, and what is known about it; drops members that do not meet its condition.
    mutating func settle(_ step: GraphStep, _ ask: GraphAskKey, _ found: GraphFound?) {
        if let passing = found?.passing {
            var members: GraphContents.Members = [:]
            for owner in step.owners {
                members[owner] = contents.members(step.link, of: owner)?.filter(passing.contains)
            }
            note(step, ask, found)
            return contents.note(members, step.link)
        }
        note(step, ask, found)
    }

    private mutating func note(_ step: GraphStep, _ ask: GraphAskKey, _ found: GraphFound?) {
        let (target, count) = (step.relationship.destination, gaps.count)
        for key in targets(step) {
            let isBroken = broken[ask]?.contains(key) == true
            if let reason = absent[ask]?[key], isBroken || contents[target, key] == nil {
                if ask.own == nil, !reason.isFailure, !isBroken, !step.goesOn {
                    awaited[gaps.count] = (target, key)
                }
                gaps.append(GraphGap(model: target.name, key: key, path: step.name, reason: reason))
            } else if let reason = found?.lacking[key] {
                gaps.append(GraphGap(model: target.name, key: key, path: step.name, reason: reason))
            }
        }
        var reason = found?.open[step.link] ?? refused[step.link] ?? unresolvedReason(step)
        // With all objects here, the error is all that is missing.
        if reason == nil, gaps.count == count, !isByInverse(step), let found, asked(step, found) {
            reason = found.failure
        }
        if let reason {
            gaps.append(GraphGap(model: target.name, key: nil, path: step.name, reason: reason))
        }
        states.append(
            GraphPartState(
                path: step.name, model: target.name, isRemote: found?.isRemote ?? false,
                isComplete: gaps.count == count, remoteError: found?.error))
    }

    /// Whether objects of a step were asked for, and not only those of other steps.
    private func asked(_ step: GraphStep, _ found: GraphFound) -> Bool {
        found.failure != nil && targets(step).contains { found.memory.ids[$0] != nil }
    }

    private func isByInverse(_ step: GraphStep) -> Bool {
        step.relationship.isToMany && step.relationship.inverseToOne != nil
    }

    /// Why a reference leads nowhere whose target has no key here.
    private func unresolvedReason(_ step: GraphStep) -> GraphGap.Reason? {
        guard let keys = unresolved[step.link], step.owners.contains(where: keys.contains) else { return nil }
        return .incomplete(nil)
    }

    /// The place behind a step: all objects it has come to or, where everything is followed, those that are new.
    mutating func place(behind step: GraphStep) -> GraphPlace {
        let entity = step.relationship.destination
        let keys = targets(step).filter { key in
            if step.node != nil { return contents[entity, key] != nil }
            return fresh[entity.index]?.remove(key) != nil
        }
        return GraphPlace(node: step.node, path: step.path, entity: entity, keys: keys)
    }

    /// Drops the gaps of objects that another part has brought later.
    mutating func dropGapsThatAreFilled() {
        let filled = Set(awaited.filter { contents[$0.value.entity, $0.value.key] != nil }.keys)
        if filled.isEmpty { return }
        gaps = gaps.enumerated().filter { !filled.contains($0.offset) }.map(\.element)
        awaited = [:]
        let open = Set(gaps.map(\.path))
        states = states.map { $0.isComplete || open.contains($0.path) ? $0 : $0.completed }
    }

    /// Notes that the graph does not go on with some steps; those that lead to nothing new count as gone.
    mutating func cut(_ steps: [GraphStep]) {
        var seen = Set(cutOff)
        for step in steps {
            if !step.relationship.isToMany {
                contents.note(contents.references(step.relationship, of: unread(step)), step.link)
                let entity = step.relationship.destination
                if targets(step).allSatisfy({ contents[entity, $0] != nil }), step.node == nil { continue }
                if targets(step).isEmpty { continue }
            } else if unread(step).isEmpty, step.node == nil {
                continue
            }
            if seen.insert(step.name).inserted { cutOff.append(step.name) }
        }
    }
}
