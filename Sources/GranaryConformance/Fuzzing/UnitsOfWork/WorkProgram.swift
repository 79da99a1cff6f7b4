import Granary

/// A program for several contexts of one stack at once, as values.
struct WorkProgram: Sendable {
    /// The contexts, parents before their children.
    var contexts: [WorkRole]
    /// The steps, in order.
    var steps: [WorkStep]

    /// Smaller programs, the boldest first.
    var smaller: [WorkProgram] {
        var programs = steps.withoutParts().map { WorkProgram(contexts: contexts, steps: $0) }
        for position in contexts.indices where contexts[position].policy != .error {
            var program = self
            program.contexts[position].policy = .error
            programs.append(program)
        }
        for position in contexts.indices where contexts[position].keepsHistory {
            var program = self
            program.contexts[position].keepsHistory = false
            programs.append(program)
        }
        return programs
    }
}

/// The role of a context.
struct WorkRole: Sendable {
    /// How a context reads and hears of others.
    enum Kind: String, Sendable, CaseIterable {
        /// It reads the newest state, as the main context does.
        case main
        /// It reads one snapshot until it saves, as units of work do.
        case work
        /// The same, and it never hears of the saves of others.
        case deaf
    }

    var kind: Kind
    /// The position of the parent, for a child.
    var parent: Int?
    /// Whether a child's save goes through to the stores.
    var savesThrough = false
    var policy: WorkPolicy
    var keepsHistory = false

    /// The options of a context of this role.
    var options: ContextOptions {
        var options = ContextOptions()
        options.mergePolicy = policy.policy
        options.savesThroughParent = savesThrough
        if parent == nil { options.readsNewest = kind == .main }
        options.mergesChanges = kind != .deaf
        return options
    }
}

/// A merge policy by name, those of programs too.
enum WorkPolicy: String, Sendable, CaseIterable {
    case error, storeWins, memoryWins, rollback, overwrite, perProperty, theirs, mine

    /// The policy.
    var policy: MergePolicy {
        switch self {
        case .error: .error
        case .storeWins: .storeWins
        case .memoryWins: .memoryWins
        case .rollback: .rollback
        case .overwrite: .overwrite
        case .perProperty: .perProperty
        case .theirs: .custom { _ in .theirs }
        case .mine: .custom { _ in .mine }
        }
    }
}

/// One call of one of the contexts; nothing happens where the object it names does not exist.
struct WorkStep: Sendable {
    /// The position of the context.
    var context: Int
    /// The call.
    var action: Action

    /// A call; objects are named by their kind and their number among the keys that were used so far.
    enum Action: Sendable {
        /// Inserts an object; its key is made where no number is given and the model's keys can be.
        case insert(WorkKind, Int?, value: Int)
        case score(WorkKind, Int, value: Int)
        case name(WorkKind, Int, value: Int)
        case colors(Int, value: Int)
        case refer(WorkReference, Int, to: Int?)
        case add(WorkList, Int, Int)
        case remove(WorkList, Int, Int)
        case read(WorkList, Int)
        case delete(WorkKind, Int)
        case find(WorkKind, Int)
        case fetch(WorkKind)
        case stream(WorkKind)
        case scoreAll(WorkKind, value: Int)
        case deleteAll(WorkKind, value: Int)
        case refresh(WorkKind, Int)
        case refreshAll
        case save
        case rollback
        case reset
        case undo
        case redo
        case endUndoStep
        /// Merges the saves of others.
        case hear
        /// Reads everything through the context, and checks it.
        case look
        /// Closes the context and begins another one of the same role.
        case leave
    }
}

/// The models of programs, by their position in the schema.
enum WorkKind: Int, Sendable, CaseIterable {
    case athlete, coach, deal, medal, squad

    /// The name of the entity.
    var name: String { ["Athlete", "Coach", "Deal", "Medal", "Squad"][rawValue] }
    /// Whether keys can be made for its objects.
    var makesKeys: Bool { self != .deal && self != .medal }
}

/// The relationships to one.
enum WorkReference: String, Sendable, CaseIterable {
    case squadOfAthlete, next, previous, squadOfDeal, coach, prize
}

/// The relationships to many.
enum WorkList: String, Sendable, CaseIterable {
    case athletes, deals, squads, medals, winners, prizes
}
