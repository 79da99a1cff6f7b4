import Granary

/// A program for several contexts of one stack at once, as values.
struct ContextProgram: Sendable {
    /// The models that it works with.
    var models: ProgramModels
    /// How the models are spread over stores.
    var topology: ConformanceTopology
    /// The contexts, parents before their children.
    var roles: [ContextRole]
    /// The steps, in order.
    var steps: [ContextStep]

    /// Smaller programs, the boldest first: with fewer and simpler steps, and simpler contexts.
    var smaller: [ContextProgram] {
        var programs = (steps.withoutParts() + steps.replacingEach { $0.simpler(in: roles) }).map { steps in
            changed { $0.steps = steps }
        }
        if topology == .apart, models != .library { programs.append(changed { $0.topology = .united }) }
        for position in roles.indices {
            if roles[position].policy != .error {
                programs.append(changed { $0.roles[position].policy = .error })
            }
            if roles[position].history == .kept {
                programs.append(changed { $0.roles[position].history = .none })
            }
        }
        return programs
    }

    private func changed(_ change: (inout ContextProgram) -> Void) -> ContextProgram {
        var program = self
        change(&program)
        return program
    }
}

/// The role of a context.
struct ContextRole: Sendable {
    /// How a context reads and hears of others.
    enum Kind: String, Sendable {
        /// It reads the newest state, as the main context does.
        case main
        /// It reads one snapshot until it saves, as units of work do.
        case work
        /// The same, and it never hears of the saves of others.
        case deaf
    }

    /// Whether a context can undo.
    enum History: Sendable {
        case none, kept
        /// From its first step with a name on.
        case named
    }

    var kind = Kind.work
    /// The position of the parent, for a child.
    var parent: Int?
    /// Whether a child's save goes through to the stores.
    var savesThrough = false
    var policy: PolicyName
    var history = History.none
    /// Whether it begins with the first step in it, and again with the first one after it was left.
    var beginsLate = false

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

/// A merge policy by name.
enum PolicyName: String, Sendable, CaseIterable {
    case error, storeWins, memoryWins, rollback, overwrite, perProperty
    /// The program decides.
    case theirs, mine

    /// The policies of the framework.
    static let ready: [PolicyName] = [.error, .storeWins, .memoryWins, .rollback, .overwrite, .perProperty]

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
