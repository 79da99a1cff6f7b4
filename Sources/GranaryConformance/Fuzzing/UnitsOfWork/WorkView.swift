import Granary

/// Everything that one context shows.
struct WorkView {
    private let context: Context
    private let objects: [[any Model]]

    /// Reads all of it.
    init(_ context: Context) throws {
        self.context = context
        objects = try WorkKind.allCases.map { try $0.objects(context) }
    }

    /// The two sides of each relationship agree, and lead to objects of the context.
    func checkSides() throws {
        for (index, found) in objects.enumerated() {
            var keys: Set<ObjectKey> = []
            for object in found where !keys.insert(object.erasedKey).inserted {
                throw WorkFault(
                    "two objects of one key are in a context",
                    "\(WorkKind.allCases[index].name) \(object.erasedKey.text)")
            }
        }
        try checkToMany(.athletes) { ($0 as? Athlete)?.squad }
        try checkToMany(.deals) { ($0 as? Deal)?.squad }
        try checkToMany(.squads) { ($0 as? Squad)?.coach }
        try checkToMany(.prizes) { ($0 as? Deal)?.prize }
        try checkPairs()
        try checkChain()
    }

    private func checkToMany(_ list: WorkList, _ owner: (any Model) -> (any Model)?) throws {
        var members: [ObjectIdentifier: [any Model]] = [:]
        for member in objects[list.member.rawValue] {
            if let owner = owner(member) { members[ObjectIdentifier(owner), default: []].append(member) }
        }
        for object in objects[list.owner.rawValue] {
            let shown = list.members(object)
            let wanted = members[ObjectIdentifier(object)] ?? []
            if Self.same(shown, wanted) { continue }
            throw WorkFault(
                "a list and what refers to its owner disagree",
                "\(list) of \(object.erasedKey.text) are \(Self.keys(shown)), but \(Self.keys(wanted)) refer to it"
            )
        }
    }

    private func checkPairs() throws {
        var winners: [ObjectIdentifier: [any Model]] = [:]
        for athlete in objects[WorkKind.athlete.rawValue] {
            for medal in WorkList.medals.members(athlete) {
                winners[ObjectIdentifier(medal), default: []].append(athlete)
            }
        }
        for medal in objects[WorkKind.medal.rawValue] {
            let shown = WorkList.winners.members(medal)
            let wanted = winners.removeValue(forKey: ObjectIdentifier(medal)) ?? []
            if Self.same(shown, wanted) { continue }
            throw WorkFault(
                "the two lists of a many-to-many relationship disagree",
                "winners of \(medal.erasedKey.text) are \(Self.keys(shown)), but \(Self.keys(wanted)) have it"
            )
        }
        if let left = winners.values.first {
            throw WorkFault("a list holds an object that is not in the context", "\(Self.keys(left))")
        }
    }

    /// Whether an object has a key that the store's row has to which an unchanged object refers: the save refuses it.
    private func hasTakenKey(_ object: Athlete, of athlete: Athlete) -> Bool {
        object._objectState.phase == .inserted && athlete._objectState.phase == .stored
            && athlete._objectState.changes == nil
    }

    /// The two sides of each one-to-one relationship agree.
    func checkChain() throws {
        let athletes = objects[WorkKind.athlete.rawValue].compactMap { $0 as? Athlete }
        for athlete in athletes {
            if let next = athlete.next, next.previous !== athlete, !hasTakenKey(next, of: athlete) {
                throw WorkFault(
                    "the two sides of a pair disagree in a context",
                    "next of \(athlete.id) is \(next.id), whose previous is \(next.previous.map { "\($0.id)" } ?? "none")"
                )
            }
            if let previous = athlete.previous, previous.next !== athlete, !hasTakenKey(previous, of: athlete)
            {
                throw WorkFault(
                    "the two sides of a pair disagree in a context",
                    "previous of \(athlete.id) is \(previous.id), whose next is \(previous.next.map { "\($0.id)" } ?? "none")"
                )
            }
        }
    }

    private static func same(_ left: [any Model], _ right: [any Model]) -> Bool {
        left.count == right.count
            && Set(left.map { ObjectIdentifier($0) }) == Set(right.map { ObjectIdentifier($0) })
    }

    private static func keys(_ objects: [any Model]) -> [String] {
        objects.map(\.erasedKey).sorted().map(\.text)
    }
}

extension WorkView {
    /// Where the context differs from a state of its store, apart from its own changes; `nil` where it does not.
    func difference(from state: WorkDump) -> String? {
        for (index, found) in objects.enumerated() {
            let table = context.graph.tables[index]
            let entity = table.entity
            var own = Set(table.touched.lazy.filter(\._objectState.isPending).map(\.erasedKey))
            own.formUnion(table.replacedObjects.map(\.erasedKey))
            var keys: Set<ObjectKey> = []
            for object in found where !own.contains(object.erasedKey) {
                keys.insert(object.erasedKey)
                guard let row = state[entity, object.erasedKey] else {
                    return "\(entity.name) \(object.erasedKey.text) is not stored"
                }
                if let values = (try? object.columnValues(of: entity)).map(WorkDump.normal),
                    values != row.values
                {
                    return
                        "\(entity.name) \(object.erasedKey.text) is \(values.map(\.text)), stored \(row.values.map(\.text))"
                }
            }
            if let missing = state.rows[index].keys.first(where: { !own.contains($0) && !keys.contains($0) })
            {
                return "\(entity.name) \(missing.text) is stored, but not shown"
            }
        }
        return pairDifference(from: state)
    }

    private func pairDifference(from state: WorkDump) -> String? {
        guard let changes = try? WorkChanges(context) else { return "its changes cannot be read" }
        func touched(_ kind: WorkChanges.Change.Kind) -> Set<WorkTouch> {
            Set(
                changes.changes.filter { $0.kind == kind }.map {
                    WorkTouch(kind: WorkKind.allCases[$0.entity.index], key: $0.key)
                })
        }
        func pairs(_ pairs: Set<WorkPair>, without gone: Set<WorkTouch>) -> Set<WorkPair> {
            pairs.filter {
                !gone.contains(WorkTouch(kind: .athlete, key: $0.first))
                    && !gone.contains(WorkTouch(kind: .medal, key: $0.second))
            }
        }
        // A new object with the key of a deleted one has its own pairs only.
        let gone = touched(.deleted)
        let wanted = pairs(state.pairs.subtracting(changes.removed), without: gone)
            .union(pairs(changes.added, without: gone.subtracting(touched(.inserted))))
        var shown: Set<WorkPair> = []
        for athlete in objects[WorkKind.athlete.rawValue] {
            for medal in WorkList.medals.members(athlete) {
                shown.insert(WorkPair(first: athlete.erasedKey, second: medal.erasedKey))
            }
        }
        return shown == wanted
            ? nil : "pairs \(shown.subtracting(wanted)) too many, \(wanted.subtracting(shown)) missing"
    }
}

extension WorkView {
    /// Where a context without unsaved changes differs from its parent; `nil` where it does not.
    func difference(fromParent parent: WorkView) throws -> String? {
        for (index, found) in objects.enumerated() {
            let entity = context.graph.tables[index].entity
            let mine = try Self.values(found, entity)
            let theirs = try Self.values(parent.objects[index], entity)
            for (key, values) in mine where theirs[key] != values {
                return
                    "\(entity.name) \(key.text) is \(values.map(\.text)), in the parent \(theirs[key]?.map(\.text) ?? [])"
            }
            if let missing = theirs.keys.first(where: { mine[$0] == nil }) {
                return "\(entity.name) \(missing.text) is in the parent, but not shown"
            }
        }
        for list in WorkList.allCases {
            let (mine, theirs) = (lists(list), parent.lists(list))
            for (key, members) in mine where theirs[key] != members {
                return
                    "\(list) of \(key.text) are \(members.map(\.text)), in the parent \(theirs[key]?.map(\.text) ?? [])"
            }
        }
        return nil
    }

    private static func values(_ objects: [any Model], _ entity: Entity) throws -> [ObjectKey: [Value]] {
        var values: [ObjectKey: [Value]] = [:]
        for object in objects {
            values[object.erasedKey] = WorkDump.normal(try object.columnValues(of: entity))
        }
        return values
    }

    private func lists(_ list: WorkList) -> [ObjectKey: [ObjectKey]] {
        var lists: [ObjectKey: [ObjectKey]] = [:]
        for owner in objects[list.owner.rawValue] {
            lists[owner.erasedKey] = list.members(owner).map(\.erasedKey).sorted()
        }
        return lists
    }
}
