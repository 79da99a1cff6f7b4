/// Makes random programs of several contexts.
struct WorkProgramGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed &* 0x9FB2_1C65_1E98_DF25 &+ 7) }

    /// A program of some steps, after those that fill the store.
    mutating func program(steps count: Int) -> WorkProgram {
        let contexts = roles()
        var steps = filling()
        var context = random.below(contexts.count)
        for _ in 0..<count {
            if random.chance(4) { context = random.below(contexts.count) }
            steps.append(WorkStep(context: context, action: action()))
        }
        return WorkProgram(contexts: contexts, steps: steps)
    }

    private mutating func roles() -> [WorkRole] {
        var roles: [WorkRole] = []
        for position in 0..<(2 + random.below(3)) {
            let kind = random.pick(WorkRole.Kind.main, .main, .work, .work, .deaf)
            let policy = random.chance(3) ? .error : random.element(of: WorkPolicy.allCases) ?? .error
            var role = WorkRole(kind: kind, policy: policy, keepsHistory: random.chance(3))
            if position > 0, random.chance(3) {
                role.parent = random.below(position)
                role.savesThrough = random.chance(2)
            }
            roles.append(role)
        }
        return roles
    }

    private mutating func filling() -> [WorkStep] {
        var actions: [WorkStep.Action] = []
        for kind in WorkKind.allCases {
            for number in 0..<3 where !random.chance(5) {
                actions.append(.insert(kind, number, value: random.below(50)))
            }
        }
        for _ in 0..<8 { actions.append(relation()) }
        actions.append(.save)
        return actions.map { WorkStep(context: 0, action: $0) }
    }

    private mutating func kind() -> WorkKind {
        random.pick(.squad, .squad, .athlete, .athlete, .athlete, .deal, .medal, .coach)
    }

    private mutating func number() -> Int { random.below(random.chance(5) ? 7 : 4) }

    private mutating func action() -> WorkStep.Action {
        switch random.below(60) {
        case 0..<5:
            let kind = kind()
            let isMade = kind.makesKeys && random.chance(2)
            return .insert(kind, isMade ? nil : number(), value: random.below(50))
        case 5..<12: return .score(kind(), number(), value: random.below(9))
        case 12..<14: return .name(random.pick(.squad, .athlete), number(), value: random.below(4))
        case 14: return .colors(number(), value: random.below(8))
        case 15..<27: return relation()
        case 27..<31: return .delete(kind(), number())
        case 31..<34: return list()
        case 34..<36: return .find(kind(), number())
        case 36: return .fetch(kind())
        case 37: return .stream(kind())
        case 38: return .scoreAll(kind(), value: random.below(9))
        case 39: return .deleteAll(kind(), value: random.below(9))
        case 40..<42: return .refresh(kind(), number())
        case 42: return .refreshAll
        case 43..<49: return .save
        case 49..<52: return .rollback
        case 52: return random.pick(.reset, .leave)
        case 53: return .undo
        case 54: return random.pick(.undo, .redo)
        case 55: return .endUndoStep
        case 56: return .hear
        case 57: return .look
        default: return random.pick(.save, .look, .undo)
        }
    }

    private mutating func relation() -> WorkStep.Action {
        if random.chance(2) {
            let reference = random.element(of: WorkReference.allCases) ?? .next
            return .refer(reference, number(), to: random.chance(4) ? nil : number())
        }
        let list = random.element(of: WorkList.allCases) ?? .medals
        return random.chance(3) ? .remove(list, number(), number()) : .add(list, number(), number())
    }

    private mutating func list() -> WorkStep.Action {
        .read(random.element(of: WorkList.allCases) ?? .medals, number())
    }
}
