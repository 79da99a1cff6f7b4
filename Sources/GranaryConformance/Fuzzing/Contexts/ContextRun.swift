import Granary

/// Carries the steps of a program out in the contexts of one stack.
///
/// Used by one thread at a time.
final class ContextRun {
    /// How many contexts a program has, apart from their children.
    static let contextCount = 2

    private let bench: ConformanceBench
    let contexts: [Context]
    /// The children of contexts, by the numbers that follow those of all contexts.
    var children: [Int: Context] = [:]
    /// The children to whose parents nothing has happened since they began.
    var undisturbed: Set<Int> = []
    /// The conflict policy of each context, then of its children.
    private let policies: [PolicyName]
    /// The expected tallies, in plain Swift.
    var tallies = ForeseenTallies()
    /// The contents of each context where its steps to undo began and ended.
    var steps: [Int: ShownSteps] = [:]
    /// The contexts with a conflict: once their changes are undone, objects are reloaded from a new snapshot.
    var inConflict: Set<Int> = []
    /// The contexts whose save was refused, maybe for a key that others have taken: stored objects then refer to the new
    /// object of that key, which has no members.
    private var refused: Set<Int> = []
    /// The stored rows, as of the last look.
    private(set) var stored: [[Value]]?
    /// Follows the live queries of the program; `nil` in the run that another one is compared with.
    private let live: LiveRun?

    init(_ bench: ConformanceBench, _ policies: [PolicyName], _ live: LiveRun?) throws {
        self.bench = bench
        self.live = live
        self.policies = policies
        contexts = try policies.prefix(Self.contextCount).map {
            try bench.stack.makeContext(ContextOptions().merging($0.policy))
        }
        for context in contexts { try beginSnapshot(of: context) }
    }

    /// Reads something, so that the snapshot begins at the same step in every store.
    private func beginSnapshot(of context: Context) throws {
        _ = try context.count(Tag.all) + context.count(Author.all)
    }

    /// Closes the contexts; the bench stays.
    nonisolated(nonsending) func close() async {
        await live?.close()
        for context in Array(children.values) + contexts { context.close() }
    }

    /// The outcome of a step.
    enum Outcome: Equatable {
        case values([[Value]])
        case failed(GranaryError.Code)
        case wrong(String)

        /// Whether no store may do this, regardless of another one.
        var isWrong: Bool { if case .wrong = self { true } else { false } }
    }

    private func endRefusal(of number: Int, by action: ContextStep.Action) {
        switch action {
        case .save, .saveDeciding, .rollback, .reset, .leave: refused.remove(number)
        case .saveThrough: refused.subtract([number, number % Self.contextCount])
        default: break
        }
    }

    /// Whether a new child of a context shows its content.
    func isShownByChildren(_ number: Int) -> Bool { !refused.contains(number) }

    /// Carries out a step, and checks everything after a save.
    nonisolated(nonsending) func outcome(of step: ContextStep) async -> Outcome {
        let (number, root) = (step.context, step.context % Self.contextCount)
        defer { try? beginSnapshot(of: contexts[root]) }
        do {
            switch step.action {
            case .observe(let position, let shape, let number, let pace):
                live?.observe(position, LiveShape.all[shape], number, pace)
                return .values([])
            case .settle:
                try await live?.settle()
                return .values([])
            default:
                let values = try values(of: step.action, in: number)
                endRefusal(of: number, by: step.action)
                return .values(values)
            }
        } catch let fault as ModelFault {
            return .wrong(fault.text)
        } catch let error as GranaryError {
            if error.code == .conflict { inConflict.formUnion([number, root]) }
            if error.code == .constraint { refused.formUnion([number, root]) }
            return .failed(error.code)
        } catch {
            return .wrong("an error of another type: \(error)")
        }
    }

    /// A new context.
    func makeReader() throws -> Context { try bench.stack.makeContext() }

    /// The contents of a new context, with all relationships.
    func committed() -> Outcome {
        do {
            let context = try makeReader()
            defer { context.close() }
            let lines = try everything(in: context)
            live?.note(lines)
            stored = lines
            try checkTallies(context, "the store")
            return .values(lines)
        } catch let fault as ModelFault {
            return .wrong(fault.text)
        } catch {
            return .wrong("nothing can be read: \(error)")
        }
    }

    /// The policy of a context or a child.
    func policy(_ number: Int) -> PolicyName {
        policies.indices.contains(number) ? policies[number] : .memoryWins
    }

    /// Everything that a context shows; its relationships to many in the order of their keys, if they are sorted.
    func everything(in context: Context, sortsMembers: Bool = false) throws -> [[Value]] {
        try ModelKind.all.flatMap { kind in
            try kind.fetch(context, FetchPlan(entity: kind.name)).flatMap { object in
                try [Self.values(of: object, kind)]
                    + kind.collections.map { collection in
                        let keys = collection.read(object).map(\.erasedKey)
                        return [.text("  \(collection.name)")]
                            + (sortsMembers ? keys.sorted() : keys).flatMap(\.values)
                    }
            }
        }
    }

    private static func values(of object: any Model, _ kind: ModelKind) throws -> [Value] {
        func columns<M: Model>(_ object: M) throws -> [Value] {
            guard let entity = object._objectState.batch?.entity else { return object.erasedKey.values }
            return try object.columnValues(of: entity)
        }
        return [.text(kind.name)] + (try columns(object))
    }

    private func values(of action: ContextStep.Action, in number: Int) throws -> [[Value]] {
        let context = try context(number)
        disturb(number, by: action)
        switch action {
        case .insert(let kind, let object, let value):
            try ModelKind.all[kind].insert(context, object, value)
        case .set(let kind, let object, let property, let value):
            if let found = try find(kind, object, context) {
                ModelKind.all[kind].setters[property](found, value)
            }
        case .refer(let kind, let object, let relationship, let target):
            let reference = ModelKind.all[kind].references[relationship]
            guard let found = try find(kind, object, context) else { return [] }
            guard let target else {
                reference.set(found, nil)
                return []
            }
            if let other = try find(named: reference.target, target, context) { reference.set(found, other) }
        case .add(let kind, let object, let relationship, let target):
            let collection = ModelKind.all[kind].collections[relationship]
            if let found = try find(kind, object, context),
                let other = try find(named: collection.target, target, context)
            {
                collection.add(found, other)
            }
        case .remove(let kind, let object, let relationship, let target):
            let collection = ModelKind.all[kind].collections[relationship]
            if let found = try find(kind, object, context),
                let other = try find(named: collection.target, target, context)
            {
                collection.remove(found, other)
            }
        case .members(let kind, let object, let relationship):
            guard let found = try find(kind, object, context) else { return [] }
            return ModelKind.all[kind].collections[relationship].read(found).map(\.erasedKey.values)
        case .delete(let kind, let object):
            if let found = try find(kind, object, context) { try ModelKind.all[kind].delete(context, found) }
        case .refresh(let kind, let object):
            if let found = try find(kind, object, context) { try ModelKind.all[kind].refresh(context, found) }
        case .require(let kind, let object):
            if let found = try find(kind, object, context) { ModelKind.all[kind].require(context, found) }
        case .fetch(let kind, let plan):
            return try ModelKind.all[kind].fetch(context, plan).map {
                try Self.values(of: $0, ModelKind.all[kind])
            }
        case .count(let kind, let plan):
            return [[.integer(Int64(try ModelKind.all[kind].count(context, plan)))]]
        case .aggregate(let kind, let plan): return try ModelKind.all[kind].aggregate(context, plan)
        case .reconcile(let list): return try ReconciledKind.all[list.kind].reconcile(context, list)
        case .upsert(let list): return try ReconciledKind.all[list.kind].upsert(context, list)
        case .findOrInsert(let list): return try ReconciledKind.all[list.kind].findOrInsert(context, list)
        case .pages(let kind, let plan, let size):
            return try ModelKind.all[kind].pages(context, plan, size).map(\.erasedKey.values)
        case .observe, .settle: break
        case .tally(let step): try carryOut(step, in: number)
        case .save:
            try save(number)
            return try everything(in: context)
        case .saveDeciding(let choices):
            return try saveDeciding(number, choices) + everything(in: context)
        case .leave: try leave(number)
        case .saveThrough:
            try saveThrough(number)
            return try everything(in: context)
        case .beginStep(let name): try beginStep(name, in: number)
        case .undo: return try moveStep(of: number, undoing: true)
        case .redo: return try moveStep(of: number, undoing: false)
        case .rollback:
            context.rollback()
            tallies.forget(number)
        case .refreshAll: try context.refreshAll()
        case .reset:
            context.reset()
            tallies.forget(number)
        }
        return []
    }

    private func find(_ kind: Int, _ object: Int, _ context: Context) throws -> (any Model)? {
        try ModelKind.all[kind].find(context, object)
    }

    private func find(named name: String, _ object: Int, _ context: Context) throws -> (any Model)? {
        try ModelKind.all.first { $0.name == name }?.find(context, object)
    }
}

extension ContextRun.Outcome: CustomStringConvertible {
    /// The outcome for people.
    var description: String {
        switch self {
        case .values(let rows): ProgramText.text(rows)
        case .failed(let code): "the error \(code.rawValue)"
        case .wrong(let text): "what no store may do: \(text)"
        }
    }
}
