/// Makes random programs of several units of work, main contexts and their children over the models of the club.
struct ClubProgramGenerator {
    private var random: SeededGenerator
    private let references = [
        (Club.athlete, 0), (Club.athlete, 1), (Club.athlete, 2), (Club.deal, 0), (Club.squad, 0),
        (Club.deal, 1),
    ]
    private let lists = [
        (Club.squad, 0), (Club.squad, 1), (Club.coach, 0), (Club.athlete, 0), (Club.medal, 0),
        (Club.medal, 1),
    ]

    init(seed: UInt64) { random = SeededGenerator(seed: seed &* 0x9FB2_1C65_1E98_DF25 &+ 7) }

    /// A program of some steps, after those that fill the store.
    mutating func program(steps count: Int) -> ContextProgram {
        let roles = roles()
        var steps = filling()
        var context = random.below(roles.count)
        for _ in 0..<count {
            if random.chance(4) { context = random.below(roles.count) }
            steps.append(ContextStep(context: context, action: action()))
        }
        return ContextProgram(models: .club, topology: .united, roles: roles, steps: steps)
    }

    private mutating func roles() -> [ContextRole] {
        var roles: [ContextRole] = []
        for position in 0..<(2 + random.below(3)) {
            let kind = random.pick(ContextRole.Kind.main, .main, .work, .work, .deaf)
            let policy = random.chance(3) ? .error : random.element(of: PolicyName.allCases) ?? .error
            var role = ContextRole(kind: kind, policy: policy, history: random.chance(3) ? .kept : .none)
            if position > 0, random.chance(3) {
                role.parent = random.below(position)
                role.savesThrough = random.chance(2)
            }
            roles.append(role)
        }
        return roles
    }

    private mutating func filling() -> [ContextStep] {
        var actions: [ContextStep.Action] = []
        for kind in ModelKind.club.indices {
            for number in 0..<3 where !random.chance(5) {
                actions.append(.insert(kind: kind, object: number, value: random.below(50)))
            }
        }
        for _ in 0..<8 { actions.append(relation()) }
        actions.append(.save)
        return actions.map { ContextStep(context: 0, action: $0) }
    }

    private mutating func kind() -> Int {
        random.pick(
            Club.squad, Club.squad, Club.athlete, Club.athlete, Club.athlete, Club.deal, Club.medal,
            Club.coach)
    }

    private mutating func number() -> Int { random.below(random.chance(5) ? 7 : 4) }

    private mutating func action() -> ContextStep.Action {
        switch random.below(60) {
        case 0..<5:
            let kind = kind()
            let isMade = ModelKind.club[kind].insertNew != nil && random.chance(2)
            return .insert(kind: kind, object: isMade ? nil : number(), value: random.below(50))
        case 5..<12: return .set(kind: kind(), object: number(), property: 0, value: random.below(9))
        case 12..<14:
            let kind = random.pick(Club.squad, Club.athlete)
            return .set(kind: kind, object: number(), property: 1, value: random.below(4))
        case 14: return .set(kind: Club.squad, object: number(), property: 2, value: random.below(8))
        case 15..<27: return relation()
        case 27..<31: return .delete(kind: kind(), object: number())
        case 31..<34:
            let list = random.element(of: lists) ?? lists[0]
            return .members(kind: list.0, object: number(), relationship: list.1)
        case 34..<36: return .find(kind: kind(), object: number())
        case 36: return fetch(kind())
        case 37: return .stream(kind: kind())
        case 38: return .updateAll(kind: kind(), value: random.below(9))
        case 39: return .deleteAll(kind: kind(), value: random.below(9))
        case 40..<42: return .refresh(kind: kind(), object: number())
        case 42: return .refreshAll
        case 43..<49: return .save
        case 49..<52: return .rollback
        case 52: return random.pick(.reset, .leave)
        case 53: return .undo
        case 54: return random.pick(.undo, .redo)
        case 55: return .endStep
        case 56: return .hear
        case 57: return .look
        default: return random.pick(.save, .look, .undo)
        }
    }

    private func fetch(_ kind: Int) -> ContextStep.Action {
        .fetch(kind: kind, FetchPlan(entity: ModelKind.club[kind].name))
    }

    private mutating func relation() -> ContextStep.Action {
        if random.chance(2) {
            let (kind, relationship) = random.element(of: references) ?? references[0]
            return .refer(
                kind: kind, object: number(), relationship: relationship,
                target: random.chance(4) ? nil : number())
        }
        let (kind, relationship) = random.element(of: lists) ?? lists[0]
        return random.chance(3)
            ? .remove(kind: kind, object: number(), relationship: relationship, target: number())
            : .add(kind: kind, object: number(), relationship: relationship, target: number())
    }
}
