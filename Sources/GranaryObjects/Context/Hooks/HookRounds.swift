internal import FoundationEssentials

/// Calls the hooks of the objects of one save.
final class HookRounds {
    /// When hooks are called: before what a save writes, or after it.
    enum Phase { case before, after }

    /// The hooks that were called for an object.
    private struct Told {
        /// Held, so that no other object gets its identity.
        let object: any Model
        var ofInsertion = false
        var ofDeletion = false
        /// Its values at the last call of `willSave`.
        var values: (any ModelSnapshot)?
    }

    /// The hooks of an entity.
    private struct Kinds {
        let (insert, save, delete, saved): (Bool, Bool, Bool, Bool)

        init(_ type: (any DescribedModel.Type)?) {
            insert = type is any WillInsert.Type
            save = type is any WillSave.Type
            delete = type is any WillDelete.Type
            saved = type is any DidSave.Type
        }
    }

    /// The most rounds of one save for the hooks of the models, and again for each hook for all models.
    static let mostRounds = 16

    private let context: Context
    private var graph: ObjectGraph { context.graph }
    /// When the hooks are called that run now.
    private(set) var phase: Phase?
    /// What a hook has called that it may not call, and that could not throw.
    private var refusedCall: GranaryError?
    // One for all hooks of a save: a stamp of the time would differ in each round and never settle
    // (Docs/Decisions/saves-hooks-and-batches.md).
    private let date = Date()
    private var told: [ObjectIdentifier: Told] = [:]
    private var kinds: [Int: Kinds] = [:]
    private var written: [(object: any DidSave, change: ModelChange)] = []
    /// The hooks for all models.
    private let forAll: SaveHookCalls

    /// Begins the calls for a save of a context, by an author, with hooks for all models.
    init(_ context: Context, forAll hooks: [SaveHook], by author: String?) {
        self.context = context
        forAll = SaveHookCalls(context, hooks, on: date, by: author)
    }

    private var mostRounds: Int { Self.mostRounds * (1 + forAll.count) }

    /// The new objects that hooks for all models have inserted.
    var inserted: [any Model] { forAll.inserted }

    /// Takes what hooks for all models have inserted out of the context, after a save that has failed.
    func withdraw() { forAll.withdraw() }

    /// Calls the hooks before the save in rounds, until no round changes an object; `between` follows each.
    ///
    /// - Throws: what a hook throws; an error that names the models if a number of rounds is not enough.
    func runRounds(between: () throws -> Void) throws {
        phase = .before
        defer { (phase, refusedCall) = (nil, nil) }
        for round in 0...mostRounds {
            let due = dueObjects()
            let hook = due.isEmpty ? forAll.firstDue() : nil
            if due.isEmpty, hook == nil { return }
            if round == mostRounds { throw endless(due, hook) }
            for object in due { try tell(object) }
            if let hook { try forAll.call(hook) }
            if let refusedCall { throw refusedCall }
            try between()
            // After the delete rules and backfills, which belong to what the hook has done.
            if let hook { forAll.noteSeen(hook) }
        }
    }

    /// Has the save throw an error, after the present round.
    func refuse(_ error: GranaryError) { refusedCall = refusedCall ?? error }

    /// Notes the objects that the save is about to write, and forgets those of an earlier attempt.
    func recordWritten() {
        written = []
        for table in graph.tables where table.entity.isHooked && kinds(of: table.entity).saved {
            for object in table.touched {
                guard let change = object._objectState.change, let hooked = object as? any DidSave else {
                    continue
                }
                written.append((hooked, change))
            }
        }
    }

    /// Forgets the objects of an attempt that has written nothing.
    func clearWritten() { written = [] }

    /// Calls the hooks after the save on the noted objects.
    func callAfterSave() {
        phase = .after
        defer { phase = nil }
        for (object, change) in written { object.didSave(save(change)) }
        written = []
    }

    private func save(_ change: ModelChange) -> ModelSave {
        ModelSave(context: context, change: change, date: date)
    }

    private func kinds(of entity: Entity) -> Kinds {
        if let known = kinds[entity.index] { return known }
        let found = Kinds(entity.type)
        kinds[entity.index] = found
        return found
    }

    /// The objects with hooks to call.
    private func dueObjects() -> [any Model] {
        var due: [any Model] = []
        for table in graph.tables where table.entity.isHooked {
            let kinds = kinds(of: table.entity)
            graph.lookup.countVisited(table.touched.count)
            for object in table.touched where isDue(object, kinds) { due.append(object) }
        }
        return due
    }

    private func isDue(_ object: any Model, _ kinds: Kinds) -> Bool {
        let known = told[ObjectIdentifier(object)]
        switch object._objectState.change {
        case nil: return false
        case .delete: return kinds.delete && known?.ofDeletion != true
        case .insert:
            return kinds.insert && known?.ofInsertion != true || kinds.save && hasChanged(object, known)
        case .update: return kinds.save && hasChanged(object, known)
        }
    }

    private func hasChanged(_ object: any Model, _ known: Told?) -> Bool {
        guard let values = known?.values else { return true }
        return !values.differences(fromAny: object.anySnapshot).isEmpty
    }

    /// Calls the hook for an object's pending change, as it is after the earlier hooks.
    private func tell(_ object: any Model) throws {
        guard let table = graph.tables.table(of: object), let change = object._objectState.change else {
            return
        }
        let identity = ObjectIdentifier(object)
        let kinds = kinds(of: table.entity)
        // Checked again, since a hook that ran earlier in this round may have deleted the object.
        guard isDue(object, kinds) else { return }
        if change == .delete {
            told[identity, default: Told(object: object)].ofDeletion = true
            try (object as? any WillDelete)?.willDelete(save(change))
            return
        }
        if change == .insert, kinds.insert, told[identity]?.ofInsertion != true {
            told[identity, default: Told(object: object)].ofInsertion = true
            try (object as? any WillInsert)?.willInsert(save(change))
        }
        guard kinds.save, let change = object._objectState.change, change != .delete else { return }
        // Before the call: changes by the hook itself cause another round.
        told[identity, default: Told(object: object)].values = object.anySnapshot
        try (object as? any WillSave)?.willSave(save(change))
    }

    private func endless(_ due: [any Model], _ hook: Int?) -> GranaryError {
        var names = Set(due.map { type(of: $0).modelDescription.name }).sorted()
        if let hook { names.append("all models (“\(forAll.name(of: hook))”)") }
        var error = GranaryError(
            .invalidObject,
            "The hooks of \(names.joined(separator: ", ")) kept changing objects for \(mostRounds) rounds of one save; nothing was written. Let a hook set a property only to what depends on the object and on the date of the save."
        )
        if hook == nil, names.count == 1 { error.context.entity = names.first }
        return error
    }
}
