import Granary

/// Carries the steps of a program out in the contexts of one stack, and checks the promises of contexts after each.
///
/// What is expected is foreseen in plain Swift: the rows that a save stores (``ContextRun/foreseeRows(_:)``), what a
/// context shows (``ContextRun/foreseeContent(_:_:)``), the fate of values that merge rules settle
/// (``ForeseenTallies``), and the results of live queries (``LiveRun``). Of a program with the models of the library
/// all else is compared with another run, on reference stores.
actor ContextRun {
    let stack: PersistentStack
    let models: ProgramModels
    let kinds: [ModelKind]
    let topology: ConformanceTopology
    let roles: [ContextRole]
    /// The contexts; `nil` for one that has not begun.
    var contexts: [Context?]
    /// What is known of each context.
    var known: [ForeseenContext]
    /// The keys that were used so far, by model.
    private var keys: [[ObjectKey]]
    /// The expected tallies.
    var tallies = ForeseenTallies()
    /// What a new context shows, as of the last look.
    var stored = StoredContent()
    /// The rows of the store, for the models of the club.
    var rows: RowStates?
    /// Follows the live queries of the program; `nil` in the run that another one is compared with.
    private var live: LiveRun?
    private let patience: Duration?
    private let isOrdered: Bool
    /// Whether the save in the background has ended.
    var hasEnded = false

    /// `patience` is how long the result of a live query is waited for; `nil` follows none.
    init(_ program: ContextProgram, _ place: ProgramPlace, patience: Duration?) {
        stack = place.stack
        isOrdered = place.isOrdered
        models = program.models
        kinds = program.models.kinds
        topology = program.topology
        roles = program.roles
        self.patience = patience
        let population = program.models.population
        contexts = program.roles.map { _ in nil }
        known = program.roles.map { _ in ForeseenContext() }
        keys = program.models.kinds.map { kind in (0..<population).map(kind.key) }
    }

    /// The outcome of a step.
    struct Outcome: Equatable {
        enum Result: Equatable {
            case values([[Value]])
            case failed(GranaryError.Code)
            /// No store may do this, regardless of another one.
            case wrong(ProgramFault)
        }

        var result = Result.values([])
        /// What is stored after a step that may store something, to be compared with another run.
        var stored: [[Value]] = []

        var fault: ProgramFault? { if case .wrong(let fault) = result { fault } else { nil } }
    }

    // MARK: The run

    /// Begins the contexts.
    func begin() throws {
        if models == .club { rows = try RowStates(stack) }
        if let patience {
            live = LiveRun(stack, topology, isOrdered: isOrdered, patience: patience)
        }
        for position in roles.indices where !roles[position].beginsLate {
            contexts[position] = try makeContext(position)
        }
    }

    /// Carries a step out, and checks everything that is foreseen.
    func outcome(of step: ContextStep) async -> Outcome {
        let position = step.context % roles.count
        var outcome = Outcome()
        do {
            outcome.result = .values(try await values(of: step.action, in: position))
        } catch {
            outcome.result = result(of: error, in: position)
        }
        do {
            try checkAfter(step.action, position, &outcome)
        } catch  where outcome.fault == nil {
            let fault = error as? ProgramFault
            outcome.result = .wrong(fault ?? ProgramFault("what is stored cannot be read", "\(error)"))
        } catch {}
        return outcome
    }

    /// Lets every context look and take everything back; it then shows what is stored, and saves again.
    func finish() -> ProgramFault? {
        if models == .library { return nil }
        do {
            for position in roles.indices { try look(position) }
            for position in roles.indices where roles[position].parent == nil { try finish(position) }
            return nil
        } catch {
            return error as? ProgramFault ?? ProgramFault("an error that no step can cause", "\(error)")
        }
    }

    /// Ends every context; the stack stays.
    func close() async {
        await live?.close()
        for context in contexts.reversed() { context?.close() }
        rows?.close()
    }

    private func result(of error: any Error, in position: Int) -> Outcome.Result {
        if let fault = error as? ProgramFault { return .wrong(fault) }
        guard let error = error as? GranaryError, models == .library || Self.isAllowed(error) else {
            return .wrong(ProgramFault("an error that no step can cause", "\(error)"))
        }
        for member in [position, roles[position].parent ?? position] where models == .library {
            if error.code == .conflict { known[member].isInConflict = true }
            if error.code == .constraint { known[member].isRefused = true }
        }
        return .failed(error.code)
    }

    private static func isAllowed(_ error: GranaryError) -> Bool {
        [.conflict, .constraint, .invalidObject, .notFound, .unsupported].contains(error.code)
    }

    /// Does something that the framework may refuse with one of its errors, which is returned.
    func attempt(_ body: () throws -> Void) throws -> GranaryError? {
        do {
            try body()
            return nil
        } catch let error as GranaryError where models == .library || Self.isAllowed(error) {
            return error
        } catch let error as GranaryError {
            throw ProgramFault("an error that no step can cause", "\(error)")
        }
    }

    /// Checks what holds after every step.
    private func checkAfter(_ action: ContextStep.Action, _ position: Int, _ outcome: inout Outcome) throws {
        switch models {
        case .library:
            if action.saves {
                try readStore()
                outcome.stored = stored.rows
            }
            try? beginSnapshot(of: contexts[roles[position].parent ?? position])
        case .club: try checkRows(after: action, position)
        case .railway: break
        }
        if let unseen = contexts.firstIndex(where: { $0?.hasRecordedEveryChange == false }) {
            throw ProgramFault("a step to undo misses something that has changed", "context \(unseen)")
        }
    }

    /// Looks at what is stored through a new context, and checks that too.
    func readStore() throws {
        let reader = try stack.makeContext()
        defer { reader.close() }
        let view = try ContextView(reader, models)
        if models == .library {
            stored = StoredContent(rows: try view.rows(sortsMembers: false))
            live?.note(stored.rows)
            return try checkTallies(reader, "the store")
        }
        do { try view.check() } catch let fault as ProgramFault {
            throw ProgramFault("stored, \(fault.rule)", fault.detail)
        }
        stored = StoredContent(rows: try view.rows(sortsMembers: true), names: view.names)
    }

    // MARK: Contexts

    /// A context; one that begins late begins now, and shows its parent's content.
    func context(_ position: Int) throws -> Context {
        if let context = contexts[position] { return context }
        let context = try makeContext(position)
        contexts[position] = context
        try checkBegun(position)
        return context
    }

    func makeContext(_ position: Int) throws -> Context {
        let role = roles[position]
        let context: Context =
            if let parent = role.parent {
                Context(options: role.options, parent: try self.context(parent))
            } else {
                try stack.makeContext(role.options)
            }
        if role.history == .kept { context.history.levels = 20 }
        if !role.beginsLate { try beginSnapshot(of: context) }
        return context
    }

    /// Reads something, so that the snapshot begins at the same step in every store.
    private func beginSnapshot(of context: Context?) throws {
        guard let context else { return }
        for name in models.firstRead {
            _ = try kinds.first { $0.name == name }?.count(context, FetchPlan(entity: name))
        }
    }

    /// The positions of the children of a context.
    func children(of position: Int) -> [Int] { roles.indices.filter { roles[$0].parent == position } }

    // MARK: Steps

    private func values(of action: ContextStep.Action, in position: Int) async throws -> [[Value]] {
        switch action {
        case .observe(let place, let shape, let number, let pace):
            live?.observe(place, LiveShape.all[shape], number, pace)
            return []
        case .settle:
            try await live?.settle()
            return []
        default: break
        }
        let context = try context(position)
        // A save ends the step that is open.
        if action.saves { try endStep(position) }
        disturb(position, by: action)
        var values: [[Value]] = []
        switch action {
        case .save: try save(position, upTo: roles[position].parent != nil && models != .club ? .parent : nil)
        case .saveThrough: try saveThrough(position)
        case .saveInBackground(let meanwhile): try await saveInBackground(position, meanwhile)
        case .saveDeciding(let choices): values = try saveDeciding(position, choices)
        case .leave: try leave(position)
        case .look: try look(position)
        default: values = try act(action, position)
        }
        endRefusal(of: position, by: action)
        guard action.saves, models == .library else { return values }
        return try values + ContextView(context, models).rows(sortsMembers: false)
    }

    /// The object of a number, among the keys that were used so far.
    func find(_ kind: Int, _ number: Int, _ context: Context) throws -> (any Model)? {
        try kinds[kind].find(context, keys[kind][number % keys[kind].count])
    }

    /// The object of a number; the program then names it.
    func name(_ kind: Int, _ number: Int, _ position: Int) throws -> (any Model)? {
        guard let found = try find(kind, number, context(position)) else { return nil }
        known[position].named.insert(ObjectName(kind: kind, key: found.erasedKey))
        return found
    }

    /// The position of a model.
    func kind(named name: String) -> Int { kinds.firstIndex { $0.name == name } ?? 0 }

    /// Keeps a key, so that later steps find its object.
    func keep(_ key: ObjectKey, of kind: Int) {
        if !keys[kind].contains(key) { keys[kind].append(key) }
    }
}
