import Granary

/// Carries the steps of a program out in contexts of one stack, and checks their content and the stored one.
///
/// No model foresees the results. The content of one context is compared at two points in time between which nothing
/// else may have changed it: before and after an undo, a refused save, the settling of a save in the background; and
/// its content at a save with the stored one.
actor ReplacingRun {
    private let stack: PersistentStack
    private let roles: [WorkRole]
    private let topology: ConformanceTopology
    private var contexts: [Context] = []
    /// The stored content, as of the last look.
    private var stored: [String] = []
    /// The keys that were stored since each context reached the state of the stores, and may be hidden in it.
    private var recent: [Set<String>]
    /// Whether only the context has changed its stores, or its parent, since then.
    private var isAlone: [Bool]
    private var undo: [ReplacingHistory]
    /// Whether the save in the background has ended.
    private var hasEnded = false

    init(_ stack: PersistentStack, _ program: ReplacingProgram) {
        self.stack = stack
        roles = program.contexts
        topology = program.topology
        recent = roles.map { _ in [] }
        isAlone = roles.map { _ in true }
        undo = roles.map { _ in ReplacingHistory() }
    }

    /// Carries all steps out; returns a broken promise of contexts, if there is one.
    func fault(of program: ReplacingProgram) async -> WorkFault? {
        defer { for context in contexts.reversed() { context.close() } }
        do {
            for position in roles.indices { contexts.append(try makeContext(position)) }
            for (number, step) in program.steps.enumerated() {
                do {
                    try await carryOut(step)
                } catch let fault as WorkFault {
                    throw WorkFault(fault.rule, "step \(number + 1): \(fault.detail)")
                }
            }
            try finish()
            return nil
        } catch let fault as WorkFault {
            return fault
        } catch {
            return WorkFault("an error that no step can cause", "\(error)")
        }
    }

    private func makeContext(_ position: Int) throws -> Context {
        let role = roles[position]
        let context: Context =
            if let parent = role.parent {
                Context(options: role.options, parent: contexts[parent])
            } else {
                try stack.makeContext(role.options)
            }
        if role.keepsHistory { context.history.levels = 20 }
        // The snapshot begins here, in every store.
        _ = try context.count(Train.all) + context.count(Tenant.all)
        return context
    }

    private func carryOut(_ step: ReplacingStep) async throws {
        let position = step.context % contexts.count
        switch step.action {
        case .save, .saveThrough, .saveInBackground: try endStep(position)
        default: break
        }
        switch step.action {
        case .save: try save(position)
        case .saveThrough: try saveThrough(position)
        case .saveInBackground(let meanwhile): try await saveInBackground(position, meanwhile)
        case .leave: try leave(position)
        case .look: try look(position)
        default: try act(step.action, position)
        }
        if let unseen = contexts.firstIndex(where: { !$0.hasRecordedEveryChange }) {
            throw WorkFault("a step to undo misses something that has changed", "context \(unseen)")
        }
    }

    /// Does something that the framework may refuse with one of its errors.
    private func attempt(_ body: () throws -> Void) throws -> GranaryError? {
        do {
            try body()
            return nil
        } catch let error as GranaryError {
            let codes: [GranaryError.Code] = [
                .conflict, .constraint, .invalidObject, .notFound, .unsupported,
            ]
            if codes.contains(error.code) { return error }
            throw WorkFault("an error that no step can cause", "\(error)")
        }
    }

    // MARK: What contexts show

    /// Whether a context has an unsaved object with a key that another has stored: the save refuses it.
    private func hidesStored(_ position: Int) -> Bool {
        if let parent = roles[position].parent, hidesStored(parent) { return true }
        return contexts[position].graph.tables.contains { table in
            table.touched(in: .inserted).contains { object in
                let name = "\(table.entity.name) \(object.erasedKey.text)"
                return recent[position].contains(name) && table.replaced(object.erasedKey.bits) == nil
            }
        }
    }

    /// A context's content, after it was checked; `nil` where that may be unsavable.
    private func shown(_ position: Int) throws -> [String]? {
        if hidesStored(position) { return nil }
        // A child is not notified of events in its parent.
        if roles[position].parent != nil, !isAlone[position] { return nil }
        // The snapshots of two stores may begin before and after the save of another context.
        if topology == .apart, !isAlone[position] { return nil }
        let view: ReplacingView
        do { view = try ReplacingView(contexts[position]) } catch let error as GranaryError {
            throw WorkFault("a context cannot be read", "\(error)")
        }
        do { try view.check() } catch let fault as WorkFault {
            throw WorkFault(fault.rule, "context \(position): \(fault.detail)")
        }
        return view.lines
    }

    private func look(_ position: Int) throws { _ = try shown(position) }

    /// Compares a context's content with the expected content, where both are known.
    private func expect(_ shown: [String]?, _ wanted: [String]?, _ rule: String) throws {
        guard let shown, let wanted, shown != wanted else { return }
        let (more, less) = (
            shown.filter { !wanted.contains($0) }, wanted.filter { !shown.contains($0) }
        )
        throw WorkFault(rule, "\(more) instead of \(less)")
    }

    private func readStore() throws {
        let reader = try stack.makeContext()
        defer { reader.close() }
        let view = try ReplacingView(reader)
        do { try view.check() } catch let fault as WorkFault {
            throw WorkFault("stored, \(fault.rule)", fault.detail)
        }
        stored = view.lines
    }

    // MARK: What others may have changed

    /// Notes that a context has stored something, or that its child has changed it.
    private func noteStored(by position: Int, _ before: [String]) {
        isAlone[position] = true
        recent[position] = []
        if stored == before { return }
        for other in roles.indices where other != position {
            for line in stored { recent[other].insert(Self.name(line)) }
            for line in before { recent[other].insert(Self.name(line)) }
            isAlone[other] = false
            undo[other].forget()
        }
    }

    private static func name(_ line: String) -> String {
        line.split(separator: " ").prefix(2).joined(separator: " ")
    }

    /// Records that a context has changed the content its children read.
    private func noteChange(of position: Int) {
        for child in roles.indices where roles[child].parent == position {
            isAlone[child] = false
            undo[child].forget()
        }
    }

    // MARK: Saving

    private func save(_ position: Int) throws {
        if roles[position].parent != nil { return try saveChild(position) }
        // A save without changes begins no snapshot.
        if !contexts[position].hasChanges { return try contexts[position].save() }
        let (wanted, before) = (isAlone[position] ? try shown(position) : nil, stored)
        let error = try attempt { try contexts[position].save() }
        try didSave(position, error, wanted: wanted, before)
    }

    /// Checks the result of a save: the stored content, where the expected one is known, and the context's content,
    /// which is the stored one unless there were changes during the save, which show.
    private func didSave(
        _ position: Int, _ error: GranaryError?, wanted: [String]?, meanwhile: Bool = false,
        left: [String]? = nil, _ before: [String]
    ) throws {
        noteChange(of: position)
        try readStore()
        if let error {
            if wanted != nil { throw WorkFault("a save that nothing stands against was refused", "\(error)") }
            if stored != before {
                throw WorkFault("a save that was refused has stored something", "\(error)")
            }
            undo[position].forget()
            try look(position)
            // A new object whose key is taken cannot stay.
            if error.context.constraint == .primaryKey || error.code == .invalidObject {
                contexts[position].rollback()
                undo[position].restart()
            }
            return
        }
        try expect(stored, wanted, "a save has stored something else than its context showed")
        if wanted == nil { undo[position].forget() }
        // A save without effect has begun no snapshot.
        if stored == before, wanted == nil { return }
        noteStored(by: position, before)
        // Changes during the save may be based on earlier changes of others.
        if meanwhile, wanted == nil { isAlone[position] = false }
        try expect(
            try shown(position), meanwhile ? left : stored, "after its save a context shows something else")
    }

    private func saveChild(_ position: Int) throws {
        guard let parent = roles[position].parent else { return }
        let (wanted, isUndisturbed) = (try shown(position), isAlone[position])
        let error = try attempt { try contexts[position].save(upTo: .parent) }
        noteChange(of: parent)
        if error != nil {
            if wanted != nil, isUndisturbed {
                throw WorkFault("a child's save that nothing stands against was refused", "\(error as Any)")
            }
            contexts[position].rollback()
            return undo[position].restart()
        }
        if isUndisturbed {
            try expect(
                try shown(parent), wanted, "a parent shows something else than its child when that saved")
            isAlone[position] = isAlone[parent]
        }
        let before = stored
        try readStore()
        if stored != before { throw WorkFault("a child that keeps to its parent has stored something", "") }
    }

    private func saveThrough(_ position: Int) throws {
        guard let parent = roles[position].parent else { return try save(position) }
        if !contexts[position].hasChanges, !contexts[parent].hasChanges { return }
        let isUndisturbed = isAlone[position] && isAlone[parent]
        let (wanted, before) = (isUndisturbed ? try shown(position) : nil, stored)
        let error = try attempt { try contexts[position].save(upTo: .stores) }
        try didSave(parent, error, wanted: wanted, before)
        if error != nil {
            contexts[position].rollback()
            undo[position].restart()
        }
    }

    /// Saves in the background; the steps are taken after the save has taken its changes, and before the context hears
    /// of the commit, since this actor is not released in between.
    private func saveInBackground(_ position: Int, _ meanwhile: [ReplacingStep.Action]) async throws {
        if roles[position].parent != nil { return try saveThrough(position) }
        let context = contexts[position]
        if !context.hasChanges { return try await commit(position) }
        let (wanted, before) = (isAlone[position] ? try shown(position) : nil, stored)
        hasEnded = false
        let save = Task { try await self.commit(position) }
        while !context.isSavingInBackground, !hasEnded { await Task.yield() }
        var problem: (any Error)?
        do {
            for action in meanwhile {
                try act(action, position)
                guard case .rollback = action, context.isSavingInBackground else { continue }
                try expect(
                    try shown(position), wanted,
                    "a rollback while a save is under way leaves something else than that writes")
            }
        } catch {
            problem = error
        }
        // The end of the save ends a step that is open.
        if problem == nil { try endStep(position) }
        let left = problem == nil ? try shown(position) : nil
        let result = await save.result
        if let problem { throw problem }
        let error = try attempt { try result.get() }
        try didSave(
            position, error, wanted: wanted, meanwhile: !meanwhile.isEmpty,
            left: wanted == nil ? nil : left, before)
    }

    private func commit(_ position: Int) async throws {
        defer { hasEnded = true }
        try await contexts[position].saveInBackground()
    }

    private func leave(_ position: Int) throws {
        contexts[position].close()
        contexts[position] = try makeContext(position)
        (recent[position], undo[position]) = ([], ReplacingHistory())
        isAlone[position] = roles[position].parent.map { isAlone[$0] } ?? true
        if let parent = roles[position].parent {
            try expect(
                try shown(position), try shown(parent), "a new child shows something else than its parent")
        }
        for child in roles.indices where roles[child].parent == position { try leave(child) }
    }

    /// Rolls every context back, and compares it with the stored content.
    private func finish() throws {
        for position in roles.indices { try look(position) }
        for position in roles.indices where roles[position].parent == nil {
            let context = contexts[position]
            context.rollback()
            if context.hasChanges { throw WorkFault("a context has changes after a rollback", "") }
            try context.refreshAll()
            (recent[position], isAlone[position]) = ([], true)
            try expect(try shown(position), stored, "after a rollback a context shows what is not stored")
        }
    }
}

// MARK: Changing

extension ReplacingRun {
    private func act(_ action: ReplacingStep.Action, _ position: Int) throws {
        noteChange(of: position)
        let context = contexts[position]
        switch action {
        case .rollback:
            context.rollback()
            undo[position].restart()
            if !context.isSavingInBackground, context.hasChanges {
                throw WorkFault("a context has changes after a rollback", "context \(position)")
            }
        case .refreshAll:
            undo[position].forget()
            if try attempt({ try context.refreshAll() }) == nil { try noteRefreshed(position) }
        case .refresh(let kind, let object):
            undo[position].forget()
            _ = try attempt {
                if let found = try find(kind, object, context) {
                    try ModelKind.railway[kind].refresh(context, found)
                }
            }
        case .hear: context.mergeChangesUnattended()
        case .beginStep(let name): try beginStep(name, position)
        case .undo: try move(position, undoing: true)
        case .redo: try move(position, undoing: false)
        case .look: _ = try shown(position)
        default: _ = try attempt { try change(action, context) }
        }
    }

    /// Whether there are several contexts of the stores.
    private var hasOthers: Bool { roles.count { $0.parent == nil } > 1 }

    private func noteRefreshed(_ position: Int) throws {
        // Changed objects are not read again.
        if contexts[position].hasChanges { return }
        isAlone[position] = roles[position].parent.map { isAlone[$0] } ?? true
    }

    private func find(_ kind: Int, _ object: Int, _ context: Context) throws -> (any Model)? {
        try ModelKind.railway[kind].find(context, object)
    }

    private func find(named name: String, _ object: Int, _ context: Context) throws -> (any Model)? {
        try ModelKind.railway.first { $0.name == name }?.find(context, object)
    }

    private func change(_ action: ReplacingStep.Action, _ context: Context) throws {
        switch action {
        case .insert(let kind, let object, let value):
            if try find(kind, object, context) == nil {
                try ModelKind.railway[kind].insert(context, object, value)
            }
        case .replace(let kind, let object, let value, let inherits):
            try replace(kind, object, value, inherits, context)
        case .delete(let kind, let object):
            if let found = try find(kind, object, context) {
                try ModelKind.railway[kind].delete(context, found)
            }
        case .label(let kind, let object, let value):
            if let found = try find(kind, object, context) {
                ModelKind.railway[kind].setters[0](found, value)
            }
        case .refer(let kind, let object, let relationship, let target):
            let reference = ModelKind.railway[kind].references[relationship]
            guard let found = try find(kind, object, context) else { return }
            guard let target else { return reference.set(found, nil) }
            if let other = try find(named: reference.target, target, context) { reference.set(found, other) }
        // A pair that others have made, and a deletion has not seen, stays with the key: who inherits it is not foreseen.
        case .add(let kind, _, _) where hasOthers && kind != 1,
            .remove(let kind, _, _) where hasOthers && kind != 1:
            break
        case .add(let kind, let object, let target):
            let collection = ModelKind.railway[kind].collections[0]
            guard let found = try find(kind, object, context),
                let other = try find(named: collection.target, target, context)
            else { return }
            collection.add(found, other)
        case .remove(let kind, let object, let target):
            let collection = ModelKind.railway[kind].collections[0]
            guard let found = try find(kind, object, context),
                let other = try find(named: collection.target, target, context)
            else { return }
            collection.remove(found, other)
        default: break
        }
    }

    private func replace(
        _ kind: Int, _ object: Int, _ value: Int, _ inherits: Bool, _ context: Context
    ) throws {
        guard let old = try find(kind, object, context) else { return }
        let partners = RailwayPair.all.filter { $0.owner == kind }.map { ($0.name, $0.read(old)) }
        try ModelKind.railway[kind].delete(context, old)
        try ModelKind.railway[kind].insert(context, object, value)
        guard inherits, let new = try find(kind, object, context) else { return }
        for (name, partner) in partners {
            guard let partner, partner !== old,
                let reference = ModelKind.railway[kind].references.first(where: { $0.name == name })
            else { continue }
            reference.set(new, partner)
        }
    }
}

// MARK: Undoing

/// A context's content where its steps began and ended, as long as nothing but its own changes has happened since.
struct ReplacingHistory {
    fileprivate var open: Int?
    fileprivate var beginnings: [Int: [String]] = [:]
    fileprivate var ends: [Int: [String]] = [:]

    /// Forgets the recorded contents, because the context may now show another state.
    mutating func forget() { (beginnings, ends) = ([:], [:]) }

    /// Forgets the steps.
    mutating func restart() { self = ReplacingHistory() }
}

extension ReplacingRun {
    private func beginStep(_ name: Int, _ position: Int) throws {
        guard roles[position].keepsHistory else { return }
        try endStep(position)
        contexts[position].history.beginStep(named: "\(name)")
        undo[position].open = name
        if isAlone[position] { undo[position].beginnings[name] = try shown(position) }
    }

    private func endStep(_ position: Int) throws {
        guard let name = undo[position].open else { return }
        undo[position].open = nil
        if isAlone[position] { undo[position].ends[name] = try shown(position) }
        contexts[position].history.endStep()
    }

    private func move(_ position: Int, undoing: Bool) throws {
        let history = contexts[position].history
        guard roles[position].keepsHistory else { return }
        try endStep(position)
        let name = (undoing ? history.undoName : history.redoName).flatMap { Int($0) }
        let wanted = name.flatMap { undoing ? undo[position].beginnings[$0] : undo[position].ends[$0] }
        let before = isAlone[position] ? try shown(position) : nil
        let error = try attempt { _ = try undoing ? history.undo() : history.redo() }
        if let error {
            if wanted != nil { throw WorkFault("a step could not be undone or redone", "\(error)") }
            return try expect(try shown(position), before, "a refused undo has changed something")
        }
        if !isAlone[position] { return undo[position].forget() }
        try expect(
            try shown(position), wanted, "after an undo or a redo a context shows something else than before")
    }
}
