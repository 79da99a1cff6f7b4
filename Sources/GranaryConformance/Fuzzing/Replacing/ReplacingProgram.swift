import Granary

/// A program of several contexts in which keys are deleted and inserted again, as values.
struct ReplacingProgram: Sendable {
    /// One store or two.
    var topology: ConformanceTopology
    /// The contexts; children behind all others.
    var contexts: [WorkRole]
    /// The steps, in order.
    var steps: [ReplacingStep]

    /// Smaller programs, the boldest first.
    var smaller: [ReplacingProgram] {
        var programs = steps.withoutParts().map { with($0) }
        for position in steps.indices {
            guard case .saveInBackground(let meanwhile) = steps[position].action else { continue }
            for fewer in meanwhile.withoutParts() {
                var copy = self
                copy.steps[position].action = .saveInBackground(fewer)
                programs.append(copy)
            }
        }
        if topology == .apart {
            var united = self
            united.topology = .united
            programs.append(united)
        }
        for position in contexts.indices {
            if contexts[position].policy != .error {
                var copy = self
                copy.contexts[position].policy = .error
                programs.append(copy)
            }
            if contexts[position].keepsHistory {
                var copy = self
                copy.contexts[position].keepsHistory = false
                programs.append(copy)
            }
        }
        return programs
    }

    private func with(_ steps: [ReplacingStep]) -> ReplacingProgram {
        ReplacingProgram(topology: topology, contexts: contexts, steps: steps)
    }
}

/// One call of one of the contexts; nothing happens where the object it names does not exist.
struct ReplacingStep: Sendable {
    /// The position of the context.
    var context: Int
    /// The call.
    var action: Action

    /// A call; models are named by their positions in ``ModelKind/railway``, objects by small numbers.
    indirect enum Action: Sendable {
        /// Inserts an object, unless there is one with its key.
        case insert(kind: Int, object: Int, value: Int)
        /// Deletes an object and inserts another one with its key, which takes over its partners or not.
        case replace(kind: Int, object: Int, value: Int, inherits: Bool)
        case delete(kind: Int, object: Int)
        case label(kind: Int, object: Int, value: Int)
        case refer(kind: Int, object: Int, relationship: Int, target: Int?)
        case add(kind: Int, object: Int, target: Int)
        case remove(kind: Int, object: Int, target: Int)
        /// Reads everything that the context shows, and checks it.
        case look
        case save
        /// Saves in the background, and takes some steps before the context hears of the commit.
        case saveInBackground([Action])
        /// Saves a child and its parent.
        case saveThrough
        case rollback
        case refresh(kind: Int, object: Int)
        case refreshAll
        /// Begins a step that can be undone, and ends the one before.
        case beginStep(Int)
        case undo
        case redo
        /// Merges the saves of others.
        case hear
        /// Closes the context and begins another one of the same role.
        case leave
    }
}

/// Makes random programs that replace objects.
struct ReplacingProgramGenerator {
    private var random: SeededGenerator
    private var lastStep = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed &* 0xC2B2_AE3D_27D4_EB4F &+ 11) }

    /// A program of some steps, after those that fill the store.
    mutating func program(steps count: Int) -> ReplacingProgram {
        let topology: ConformanceTopology = random.chance(3) ? .apart : .united
        let contexts = roles()
        var steps = filling()
        var context = random.below(contexts.count)
        for _ in 0..<count {
            if random.chance(4) { context = random.below(contexts.count) }
            steps.append(ReplacingStep(context: context, action: action()))
        }
        return ReplacingProgram(topology: topology, contexts: contexts, steps: steps)
    }

    private mutating func roles() -> [WorkRole] {
        var roles: [WorkRole] = []
        for _ in 0..<(1 + random.below(2) + random.below(2)) {
            let policy = random.chance(3) ? .error : random.element(of: WorkPolicy.allCases) ?? .error
            roles.append(
                WorkRole(kind: random.pick(.main, .work), policy: policy, keepsHistory: random.chance(2)))
        }
        for parent in roles.indices where random.chance(3) {
            let policy = random.element(of: WorkPolicy.allCases) ?? .error
            var role = WorkRole(kind: .work, policy: policy, keepsHistory: random.chance(2))
            role.parent = parent
            roles.append(role)
        }
        return roles
    }

    private mutating func filling() -> [ReplacingStep] {
        var actions: [ReplacingStep.Action] = []
        for kind in ModelKind.railway.indices {
            for object in 0..<RailwayModels.population where !random.chance(5) {
                actions.append(.insert(kind: kind, object: object, value: random.below(50)))
            }
        }
        for _ in 0..<8 { actions.append(relation()) }
        actions.append(.save)
        return actions.map { ReplacingStep(context: 0, action: $0) }
    }

    private mutating func kind() -> Int { random.pick(0, 0, 0, 1, 2, 3, 3, 4, 4) }

    private mutating func number() -> Int { random.below(RailwayModels.population) }

    private mutating func action() -> ReplacingStep.Action {
        switch random.below(50) {
        case 0..<22: return change()
        case 22..<26: return .look
        case 26..<33: return .save
        case 33..<38:
            return .saveInBackground((0..<random.below(5)).map { _ in meanwhile() })
        case 38: return .saveThrough
        case 39..<41: return .rollback
        case 41: return .refresh(kind: kind(), object: number())
        case 42: return .refreshAll
        case 43..<45: return beginStep()
        case 45..<47: return .undo
        case 47: return .redo
        case 48: return .hear
        default: return random.chance(3) ? .leave : .undo
        }
    }

    private mutating func beginStep() -> ReplacingStep.Action {
        lastStep += 1
        return .beginStep(lastStep)
    }

    /// A step that takes place while a save in the background is under way.
    private mutating func meanwhile() -> ReplacingStep.Action {
        switch random.below(12) {
        case 0: .rollback
        case 1..<3: .undo
        case 3: .redo
        case 4: .look
        case 5: beginStep()
        default: change()
        }
    }

    private mutating func change() -> ReplacingStep.Action {
        let (kind, object) = (kind(), number())
        switch random.below(16) {
        case 0..<2: return .insert(kind: kind, object: object, value: random.below(50))
        case 2..<7:
            return .replace(kind: kind, object: object, value: random.below(50), inherits: random.chance(2))
        case 7..<9: return .delete(kind: kind, object: object)
        case 9..<11: return .label(kind: kind, object: object, value: random.below(50))
        default: return relation()
        }
    }

    private mutating func relation() -> ReplacingStep.Action {
        let (kind, object, target) = (kind(), number(), number())
        let (references, collections) = (
            ModelKind.railway[kind].references.count, ModelKind.railway[kind].collections.count
        )
        let choice = random.below(references + collections)
        if choice < references {
            return .refer(
                kind: kind, object: object, relationship: choice, target: random.chance(4) ? nil : target)
        }
        return random.chance(3)
            ? .remove(kind: kind, object: object, target: target)
            : .add(kind: kind, object: object, target: target)
    }
}

extension ReplacingProgram: CustomStringConvertible {
    /// The contexts and the steps, a line each.
    var description: String {
        let heads = contexts.enumerated().map { position, role in
            "  context \(position): \(role.kind), \(role.policy)"
                + (role.parent.map { ", child of \($0)" } ?? "")
                + (role.keepsHistory ? ", keeps a history" : "")
        }
        let lines = steps.enumerated().map { "  \($0 + 1). context \($1.context): \($1.action)" }
        return (["  \(topology.rawValue)"] + heads + lines).joined(separator: "\n")
    }
}
