/// Makes random programs that delete keys and insert them again over the models of the railway.
struct RailwayProgramGenerator {
    private var random: SeededGenerator
    private var lastStep = 0
    private let kinds = ModelKind.railway

    init(seed: UInt64) { random = SeededGenerator(seed: seed &* 0xC2B2_AE3D_27D4_EB4F &+ 11) }

    /// A program of some steps, after those that fill the store.
    mutating func program(steps count: Int) -> ContextProgram {
        let topology: ConformanceTopology = random.chance(3) ? .apart : .united
        let roles = roles()
        var steps = filling()
        var context = random.below(roles.count)
        for _ in 0..<count {
            if random.chance(4) { context = random.below(roles.count) }
            steps.append(ContextStep(context: context, action: action()))
        }
        return ContextProgram(models: .railway, topology: topology, roles: roles, steps: steps)
    }

    private mutating func roles() -> [ContextRole] {
        var roles: [ContextRole] = []
        for _ in 0..<(1 + random.below(2) + random.below(2)) {
            let policy = random.chance(3) ? .error : random.element(of: PolicyName.allCases) ?? .error
            roles.append(
                ContextRole(
                    kind: random.pick(.main, .work), policy: policy,
                    history: random.chance(2) ? .kept : .none))
        }
        for parent in roles.indices where random.chance(3) {
            let policy = random.element(of: PolicyName.allCases) ?? .error
            roles.append(
                ContextRole(parent: parent, policy: policy, history: random.chance(2) ? .kept : .none))
        }
        return roles
    }

    private mutating func filling() -> [ContextStep] {
        var actions: [ContextStep.Action] = []
        for kind in kinds.indices {
            for object in 0..<ProgramModels.railway.population where !random.chance(5) {
                actions.append(.insert(kind: kind, object: object, value: random.below(50)))
            }
        }
        for _ in 0..<8 { actions.append(relation()) }
        actions.append(.save)
        return actions.map { ContextStep(context: 0, action: $0) }
    }

    private mutating func kind() -> Int { random.pick(0, 0, 0, 1, 2, 3, 3, 4, 4) }

    private mutating func number() -> Int { random.below(ProgramModels.railway.population) }

    private mutating func action() -> ContextStep.Action {
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

    private mutating func beginStep() -> ContextStep.Action {
        lastStep += 1
        return .beginStep(lastStep)
    }

    /// A step that takes place while a save in the background is under way.
    private mutating func meanwhile() -> ContextStep.Action {
        switch random.below(12) {
        case 0: .rollback
        case 1..<3: .undo
        case 3: .redo
        case 4: .look
        case 5: beginStep()
        default: change()
        }
    }

    private mutating func change() -> ContextStep.Action {
        let (kind, object) = (kind(), number())
        switch random.below(16) {
        case 0..<2: return .insert(kind: kind, object: object, value: random.below(50))
        case 2..<7:
            return .replace(kind: kind, object: object, value: random.below(50), inherits: random.chance(2))
        case 7..<9: return .delete(kind: kind, object: object)
        case 9..<11: return .set(kind: kind, object: object, property: 0, value: random.below(50))
        default: return relation()
        }
    }

    private mutating func relation() -> ContextStep.Action {
        random.relation(of: kind(), kinds, number(), number())
    }
}
