import FoundationEssentials
import Granary

/// Carries the steps of a program out in contexts of one stack, and checks the promises of contexts after each.
///
/// Used by one thread at a time.
final class WorkRun {
    private let stack: PersistentStack
    private let roles: [WorkRole]
    private(set) var contexts: [Context] = []
    private let reader: any StoreSession
    /// The keys that were used so far, by model.
    private var keys: [[ObjectKey]]
    /// The objects that the program has deleted and moved by name since the last save, by context.
    private var named: [Set<WorkTouch>]
    /// The content of the store after the last save.
    private(set) var stored: WorkDump
    /// Every state of the store so far that a context may show; the position of each context's oldest.
    private var states: [WorkDump]
    private var oldest: [Int]

    init(_ stack: PersistentStack, _ program: WorkProgram) throws {
        self.stack = stack
        roles = program.contexts
        reader = try stack.coordinator().members[0].store.makeSession()
        keys = WorkKind.allCases.map { kind in (0..<4).map(kind.key) }
        named = Array(repeating: [], count: roles.count)
        stored = try WorkDump(reader, stack.schema)
        states = [stored]
        oldest = Array(repeating: 0, count: roles.count)
        for role in roles { contexts.append(try makeContext(role)) }
    }

    /// Ends every context.
    func close() {
        for context in contexts.reversed() { context.close() }
        reader.end()
    }

    private func makeContext(_ role: WorkRole) throws -> Context {
        let context =
            if let parent = role.parent {
                Context(options: role.options, parent: contexts[parent])
            } else {
                Context(try stack.keptHold(), options: role.options)
            }
        if role.keepsHistory { context.history.levels = 20 }
        // The snapshot begins here.
        _ = try context.count(Coach.all)
        return context
    }

    /// Carries out a step.
    ///
    /// - Throws: ``WorkFault`` when a promise of contexts does not hold afterwards.
    func carryOut(_ step: WorkStep) throws {
        let position = step.context % contexts.count
        switch step.action {
        case .save: try save(position)
        case .scoreAll(let kind, let value): try batch(position) { try kind.scoreAll($0, value) }
        case .deleteAll(let kind, let value): try batch(position) { try kind.deleteAll($0, value) }
        case .leave: try leave(position)
        case .look: try look(position)
        case .rollback, .reset, .refresh, .refreshAll, .hear:
            if case .rollback = step.action { named[position] = [] }
            if case .reset = step.action { named[position] = [] }
            try attempt { try change(step.action, position) }
            try checkNothingIsStored()
        default:
            try attempt { try change(step.action, position) }
        }
        try checkVersions(position)
        if let unseen = contexts.firstIndex(where: { !$0.hasRecordedEveryChange }) {
            throw WorkFault("a step to undo misses something that has changed", "context \(unseen)")
        }
    }

    /// Does something that the framework may refuse with one of its errors.
    private func attempt(_ body: () throws -> Void) throws {
        do { try body() } catch let error as GranaryError { try Self.checkAllowed(error) }
    }

    private static func checkAllowed(_ error: GranaryError) throws {
        let codes: [GranaryError.Code] = [.conflict, .constraint, .invalidObject, .notFound, .unsupported]
        if codes.contains(error.code) { return }
        throw WorkFault("an error that no step can cause", "\(error)")
    }

    // MARK: Saving

    private func save(_ position: Int) throws {
        let context = contexts[position]
        let changes = try WorkChanges(context)
        let before = stored
        var moved: MovedDeals?
        if let parent = roles[position].parent, roles[parent].parent == nil,
            !roles[position].keepsHistory, !roles[position].savesThrough
        {
            moved = try MovedDeals(changes, named[position], stored, in: contexts[parent])
        }
        var problem: GranaryError?
        do { try context.save() } catch let error as GranaryError { problem = error }
        try readStore()
        if let problem {
            try Self.checkAllowed(problem)
            try checkRefused(problem, changes, position, before)
            // A new object whose key is taken cannot stay.
            if problem.context.constraint == .primaryKey { context.rollback() }
            return
        }
        try moved?.check()
        try checkAcknowledged(changes, position, before)
        if let parent = roles[position].parent { named[parent].formUnion(named[position]) }
        named[position] = []
        if !changes.isEmpty { oldest[position] = states.count - 1 }
    }

    private func checkRefused(
        _ problem: GranaryError, _ changes: WorkChanges, _ position: Int, _ before: WorkDump
    ) throws {
        if stored != before { throw WorkFault("a save that was refused has stored something", "\(problem)") }
        guard roles[position].policy == .error, !roles[position].savesThrough else { return }
        let left = try WorkChanges(contexts[position])
        // A reference to an object that others have deleted is removed when the context learns of that.
        if problem.code == .constraint || problem.code == .conflict { return }
        if left.summary != changes.summary {
            throw WorkFault(
                "a save that was refused has changed what is to be saved",
                "\(problem.code): \(changes.summary) became \(left.summary)")
        }
    }

    private func checkAcknowledged(_ changes: WorkChanges, _ position: Int, _ before: WorkDump) throws {
        let role = roles[position]
        guard role.parent == nil else {
            if !role.savesThrough, stored != before {
                throw WorkFault("the save of a child that keeps to its parent has stored something", "")
            }
            return try checkParent(changes, position)
        }
        let check = WorkSaveCheck(
            changes: changes, policy: role.policy, before: before, after: stored,
            named: role.keepsHistory ? nil : named[position])
        try check.check()
    }

    /// Whether a parent has the changes that its child has saved to it.
    private func checkParent(_ changes: WorkChanges, _ position: Int) throws {
        guard roles[position].policy == .error, let parent = roles[position].parent,
            !roles[position].savesThrough
        else { return }
        for change in changes.changes {
            let object = contexts[parent].graph.tables.loadedObject(change.key.bits, of: change.entity)
            if change.kind == .deleted {
                guard let object, object._objectState.phase != .deleted,
                    !changes.replaces(change)
                else { continue }
                throw WorkFault(
                    "a parent has what its child deleted", "\(change.entity.name) \(change.key.text)")
            }
            guard let object, object._objectState.phase != .deleted else {
                throw WorkFault(
                    "a parent has not what its child saved", "\(change.entity.name) \(change.key.text)")
            }
            let values = WorkDump.normal(try object.columnValues(of: change.entity))
            for (column, definition) in change.entity.columns.enumerated()
            where change.properties.contains(definition.property) && values[column] != change.mine[column] {
                throw WorkFault(
                    "a parent has another value than its child saved",
                    "\(definition.name) of \(change.entity.name) \(change.key.text)")
            }
        }
    }

    private func batch(_ position: Int, _ body: (Context) throws -> Void) throws {
        let before = stored
        do { try body(contexts[position]) } catch let error as GranaryError {
            try Self.checkAllowed(error)
            try readStore()
            if stored != before {
                throw WorkFault("a batch that was refused has stored something", "\(error)")
            }
            return
        }
        try readStore()
    }

    private func readStore() throws {
        try reader.refresh()
        let now = try WorkDump(reader, stack.schema)
        if now == stored { return }
        try now.check(stack.schema)
        stored = now
        states.append(now)
    }

    private func checkNothingIsStored() throws {
        try reader.refresh()
        if try WorkDump(reader, stack.schema) != stored {
            throw WorkFault("something was stored without a save", "")
        }
    }

    /// Objects of a version have the values that the store has with this version.
    private func checkVersions(_ position: Int) throws {
        guard roles[position].parent == nil else { return }
        for table in contexts[position].graph.tables {
            var problem: String?
            try table.map.forEach { object, _ in
                guard let object = object as? any Model, object._objectState.version > 0,
                    let row = stored[table.entity, object.erasedKey],
                    row.version == object._objectState.version
                else { return }
                let base =
                    WorkDump.normal(
                        try object._objectState.changes?.original.columnValues(of: table.entity)
                            ?? object.columnValues(of: table.entity))
                if base != row.values {
                    problem =
                        "\(table.entity.name) \(object.erasedKey.text): \(base.map(\.text)), stored \(row.values.map(\.text))"
                }
            }
            if let problem { throw WorkFault("an object has the version of other values", problem) }
        }
    }

    // MARK: Looking

    private func look(_ position: Int) throws {
        let context = contexts[position]
        // A new object whose key another has, whom the context does not know yet, cannot be saved.
        if hidesStored(position) { return }
        let view: WorkView
        do {
            // A child does not hear of its parent's changes, and still never shows half of a pair. In long runs, since
            // it reads everything once more.
            if roles[position].parent != nil, ConformanceEffort.current.isLong {
                try WorkView(context).checkChain()
            }
            try refresh(position)
            view = try WorkView(context)
        } catch let error as GranaryError {
            throw WorkFault("a context cannot be read", "\(error)")
        }
        do {
            try view.checkSides()
            try checkState(view, position)
            try checkAgainstParent(view, position)
        } catch let fault as WorkFault {
            throw WorkFault(fault.rule, "context \(position): \(fault.detail)")
        }
    }

    /// Reads everything again where a context is not notified of changes: in a parent, or in the store.
    private func refresh(_ position: Int) throws {
        if let parent = roles[position].parent { try refresh(parent) }
        if roles[position].parent != nil || roles[position].kind == .deaf {
            try contexts[position].refreshAll()
        }
    }

    /// A child without changes shows its parent's content.
    private func checkAgainstParent(_ view: WorkView, _ position: Int) throws {
        guard let parent = roles[position].parent, !contexts[position].hasChanges else { return }
        guard let difference = try view.difference(fromParent: WorkView(contexts[parent])) else { return }
        throw WorkFault("a child without changes shows something else than its parent", difference)
    }

    private func hidesStored(_ position: Int) -> Bool {
        var chain = [position]
        while let parent = roles[chain[chain.count - 1]].parent { chain.append(parent) }
        let root = chain[chain.count - 1]
        // A unit of work may still show a state in which the other object existed.
        let shown = states[(roles[root].kind == .main ? states.count - 1 : oldest[root])...]
        return chain.contains { member in
            contexts[member].graph.tables.contains { table in
                table.touched(in: .inserted).contains { object in
                    if table.replaced(object.erasedKey.bits) != nil { return false }
                    return shown.contains { $0[table.entity, object.erasedKey] != nil }
                        || chain.dropFirst().contains {
                            contexts[$0].graph.tables.loadedObject(object.erasedKey.bits, of: table.entity)
                                .map { $0 !== object } ?? false
                        }
                }
            }
        }
    }

    /// A context shows one state of the store, apart from its own changes.
    private func checkState(_ view: WorkView, _ position: Int) throws {
        guard roles[position].parent == nil, roles[position].kind != .deaf else { return }
        let isNewest = roles[position].kind == .main
        var reason = ""
        // The oldest that fits, since the context's own changes may hide how it differs from newer ones.
        for index in (isNewest ? states.count - 1 : oldest[position])..<states.count {
            guard let difference = view.difference(from: states[index]) else {
                oldest[position] = index
                return
            }
            reason = difference
        }
        throw WorkFault("a context shows what no state of the store was", reason)
    }

    private func leave(_ position: Int) throws {
        contexts[position].close()
        named[position] = []
        contexts[position] = try makeContext(roles[position])
        oldest[position] = states.count - 1
        for child in roles.indices where roles[child].parent == position && child != position {
            try leave(child)
        }
    }

    /// Lets every context take everything back, look, change something, and save it.
    func finish() throws {
        for position in contexts.indices { try look(position) }
        for position in contexts.indices where roles[position].parent == nil {
            let context = contexts[position]
            context.rollback()
            if context.hasChanges { throw WorkFault("a context has changes after a rollback", "") }
            named[position] = []
            try context.refreshAll()
            oldest[position] = states.count - 1
            do { try look(position) } catch let fault as WorkFault {
                throw WorkFault(fault.rule, "after a rollback and a refresh, \(fault.detail)")
            }
            for kind in WorkKind.allCases {
                if let object = try kind.objects(context).first { kind.score(object, 77) }
            }
            do { try context.save() } catch {
                throw WorkFault("a context that was rolled back and refreshed cannot save", "\(error)")
            }
            try readStore()
            oldest[position] = states.count - 1
        }
    }
}

// MARK: Changing

extension WorkRun {
    private func change(_ action: WorkStep.Action, _ position: Int) throws {
        let context = contexts[position]
        switch action {
        case .insert(let kind, let number, let value): try insert(kind, number, value, context)
        case .score(let kind, let number, let value):
            if let object = try find(kind, number, context) { kind.score(object, value) }
        case .name(let kind, let number, let value):
            if let object = try find(kind, number, context) { kind.name(object, value) }
        case .colors(let number, let value):
            if let squad = try find(.squad, number, context) as? Squad {
                squad.colors = WorkKind.colors(value)
            }
        case .refer(let reference, let owner, let target): try refer(reference, owner, target, position)
        case .add(let list, let owner, let member): try change(list, owner, member, position, adding: true)
        case .remove(let list, let owner, let member):
            try change(list, owner, member, position, adding: false)
        case .read(let list, let owner):
            if let object = try find(list.owner, owner, context) { _ = list.members(object) }
        case .delete(let kind, let number):
            guard let object = try find(kind, number, context) else { return }
            named[position].insert(WorkTouch(kind: kind, key: object.erasedKey))
            try kind.delete(object, context)
        case .find(let kind, let number): _ = try find(kind, number, context)
        case .fetch(let kind): _ = try kind.objects(context)
        case .stream(let kind): try kind.stream(context)
        case .refresh(let kind, let number):
            if let object = try find(kind, number, context) { try kind.refresh(object, context) }
        case .refreshAll: try context.refreshAll()
        case .rollback: context.rollback()
        case .reset: context.reset()
        case .undo: try context.history.undo()
        case .redo: try context.history.redo()
        case .endUndoStep: context.history.endStep()
        case .hear: context.mergeChangesUnattended()
        case .save, .scoreAll, .deleteAll, .leave, .look: break
        }
    }

    private func find(_ kind: WorkKind, _ number: Int, _ context: Context) throws -> (any Model)? {
        try kind.object(keys[kind.rawValue][number % keys[kind.rawValue].count], context)
    }

    private func insert(_ kind: WorkKind, _ number: Int?, _ value: Int, _ context: Context) throws {
        if let number, try kind.object(kind.key(number), context) != nil { return }
        let object = kind.make(number.map { kind.key($0) }, value)
        try kind.insert(object, context)
        if !keys[kind.rawValue].contains(object.erasedKey) { keys[kind.rawValue].append(object.erasedKey) }
    }

    private func refer(_ reference: WorkReference, _ owner: Int, _ target: Int?, _ position: Int) throws {
        let context = contexts[position]
        guard let owner = try find(reference.owner, owner, context) else { return }
        var other: (any Model)?
        if let target {
            other = try find(reference.target, target, context)
            if other == nil { return }
        }
        named[position].insert(WorkTouch(kind: reference.owner, key: owner.erasedKey))
        reference.set(owner, other)
    }

    private func change(
        _ list: WorkList, _ owner: Int, _ member: Int, _ position: Int, adding: Bool
    ) throws {
        let context = contexts[position]
        guard let owner = try find(list.owner, owner, context),
            let member = try find(list.member, member, context)
        else { return }
        named[position].insert(WorkTouch(kind: list.member, key: member.erasedKey))
        if adding { list.add(member, to: owner) } else { list.remove(member, from: owner) }
    }
}
