import Granary

/// Makes random programs for two contexts, and their children, over the kit's models.
struct ContextProgramGenerator {
    private let schema: Schema
    private let keys: [String: [ObjectKey]]
    private let topology: ConformanceTopology
    private let kinds = ModelKind.library
    private let population = ProgramModels.library.population
    /// How many contexts a program has, apart from their children.
    static let contextCount = 2
    var random: SeededGenerator

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed &* 0xD134_2543_DE82_EF95)
        topology = random.element(of: ConformanceTopology.allCases) ?? .together
        schema = try ConformanceModels.schema(topology)
        let population = population
        keys = Dictionary(
            uniqueKeysWithValues: kinds.map { kind in (kind.name, (0..<population).map(kind.key)) })
    }

    /// A program of some steps.
    mutating func program(steps count: Int) -> ContextProgram {
        let roles = (0..<Self.contextCount).map { _ in
            ContextRole(
                policy: random.chance(2) ? .error : random.element(of: PolicyName.ready) ?? .error,
                history: .named)
        }
        var steps: [ContextStep] = []
        for kind in kinds.indices {
            for object in random.some(Array(0..<population)) {
                steps.append(
                    ContextStep(
                        context: 0, action: .insert(kind: kind, object: object, value: random.below(60))))
            }
        }
        for _ in 0..<15 { steps.append(ContextStep(context: 0, action: relation())) }
        steps.append(ContextStep(context: 0, action: .save))
        var context = 0
        for _ in 0..<count {
            if random.chance(6) { context = random.below(Self.contextCount) }
            steps.append(ContextStep(context: context, action: action()))
        }
        return ContextProgram(models: .library, topology: topology, roles: roles, steps: steps)
    }

    /// A program that observes and reconciles too, between the steps of the one without.
    mutating func observingProgram(steps count: Int) -> ContextProgram {
        var program = program(steps: count)
        var steps: [ContextStep] = []
        for step in program.steps {
            steps.append(step)
            if random.chance(6) { steps.append(ContextStep(context: step.context, action: observation())) }
            guard case .save = step.action, random.chance(2) else { continue }
            steps.append(ContextStep(context: step.context, action: .settle))
        }
        program.steps = steps + [ContextStep(context: 0, action: .settle)]
        return program
    }

    private mutating func observation() -> ContextStep.Action {
        switch random.below(10) {
        case 0..<5:
            .observe(
                random.below(4), shape: random.below(LiveShape.all.count), number: random.below(7),
                random.element(of: LiveReading.Pace.allCases) ?? .lazy)
        case 5..<7: .reconcile(list())
        case 7: .upsert(list())
        case 8: .findOrInsert(list())
        default: pages()
        }
    }

    private mutating func list() -> ReconciledList {
        var list = ReconciledList(
            kind: random.below(ReconciledKind.all.count), subset: random.chance(3) ? nil : random.below(7),
            items: random.some(Array(0..<population)).map {
                ReconciledList.Item(object: $0, value: random.below(60))
            })
        if random.chance(12), let first = list.items.first { list.items.append(first) }
        list.fits = !random.chance(8)
        list.deletesMissing = !random.chance(3)
        return list
    }

    private mutating func pages() -> ContextStep.Action {
        let kind = random.below(kinds.count)
        guard let entity = schema.entity(kinds[kind].name) else { return .settle }
        var generator = ExpressionGenerator(schema, keys: keys, random)
        generator.mayFail = false
        var plan = generator.fetch(entity)
        random = generator.random
        (plan.selection, plan.offset, plan.limit) = (.all, 0, nil)
        plan.sort = random.some(entity.attributes.filter { $0.type != .json }, oneIn: 4).map { attribute in
            SortTerm(.attribute(path: [], name: attribute.name), isDescending: random.chance(2))
        }
        return .pages(kind: kind, plan, size: 1 + random.below(4))
    }

    /// A step of any kind that changes, reads or saves.
    mutating func action() -> ContextStep.Action {
        let (kind, object) = (random.below(kinds.count), random.below(population))
        switch random.below(40) {
        case 0..<5: return .insert(kind: kind, object: object, value: random.below(60))
        case 5..<13:
            let property = random.below(kinds[kind].setters.count)
            return .set(kind: kind, object: object, property: property, value: random.below(60))
        case 13..<20: return relation()
        case 20..<23: return .delete(kind: kind, object: object)
        case 23..<29: return .save
        case 29: return random.pick(.rollback, .refreshAll, .reset)
        case 30:
            return random.pick(.refresh(kind: kind, object: object), .require(kind: kind, object: object))
        case 31..<33: return members()
        default: return request(kind)
        }
    }

    private mutating func request(_ kind: Int) -> ContextStep.Action {
        guard let entity = schema.entity(kinds[kind].name) else { return .save }
        var generator = ExpressionGenerator(schema, keys: keys, random)
        // Which of several objects an error is met at first is not promised where contexts have changes.
        generator.mayFail = false
        var plan = generator.fetch(entity)
        plan.selection = .all
        var aggregate = generator.aggregate(entity)
        random = generator.random
        aggregate.rows.selection = .all
        plan = generator.asking(plan, entity)
        aggregate.rows = generator.asking(aggregate.rows, entity)
        let request: ContextStep.Action = random.pick(
            .fetch(kind: kind, plan), .fetch(kind: kind, plan), .count(kind: kind, plan),
            .aggregate(kind: kind, aggregate))
        switch generator.further.below(6) {
        case 0: return .select(kind: kind, generator.selected(plan, entity))
        case 1:
            let other = generator.further.below(kinds.count)
            guard let partner = schema.entity(kinds[other].name) else { return request }
            return .join(generator.join((kind, entity), (other, partner)))
        default: return request
        }
    }

    private mutating func relation() -> ContextStep.Action {
        let related = kinds.indices.filter {
            !kinds[$0].references.isEmpty || !kinds[$0].collections.isEmpty
        }
        let kind = random.element(of: related) ?? 0
        return random.relation(of: kind, kinds, random.below(population), random.below(population))
    }

    private mutating func members() -> ContextStep.Action {
        let kind = random.element(of: kinds.indices.filter { !kinds[$0].collections.isEmpty }) ?? 0
        let relationship = random.below(kinds[kind].collections.count)
        return .members(kind: kind, object: random.below(population), relationship: relationship)
    }
}

extension SeededGenerator {
    /// A change of one of the relationships of an object.
    mutating func relation(of kind: Int, _ kinds: [ModelKind], _ object: Int, _ target: Int)
        -> ContextStep.Action
    {
        let references = kinds[kind].references.count
        let choice = below(references + kinds[kind].collections.count)
        if choice < references {
            return .refer(kind: kind, object: object, relationship: choice, target: chance(4) ? nil : target)
        }
        return chance(3)
            ? .remove(kind: kind, object: object, relationship: choice - references, target: target)
            : .add(kind: kind, object: object, relationship: choice - references, target: target)
    }
}
