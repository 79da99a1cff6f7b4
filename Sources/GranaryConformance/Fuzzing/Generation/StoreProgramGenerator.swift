import Granary

/// Makes random programs for a store's sessions.
///
/// The program is run on a reference store while it is made, so that most changes make sense; the result is a value
/// that needs neither the random numbers nor that store.
struct StoreProgramGenerator {
    private let models: [ModelDescription]
    let schema: Schema
    let keys: [String: [ObjectKey]]
    var random: SeededGenerator
    /// The expected content of the stores if every step so far went as on the reference store.
    let reference: StoreRun

    /// Chooses a schema.
    init(seed: UInt64) throws {
        var schemas = SchemaGenerator(seed: seed)
        models = schemas.models()
        schema = try StoreProgram(models: models, steps: []).schema()
        random = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D)
        keys = KeyPool.keys(of: schema, &random)
        reference = try StoreRun(.reference(schema), schema)
    }

    /// A program of some steps.
    mutating func program(steps count: Int) -> StoreProgram {
        var program = StoreProgram(models: models, steps: [])
        for entity in schema.entities { append(.commit(filling(entity)), to: &program) }
        append(.commit(links()), to: &program)
        for _ in 0..<count {
            let action = action()
            append(action, to: &program)
        }
        return program
    }

    private mutating func append(_ action: StoreStep.Action, to program: inout StoreProgram) {
        let step = StoreStep(session: random.below(StoreRun.sessionCount), action: action)
        if case .commit(let changes) = action, changes.isEmpty { return }
        _ = reference.outcome(of: step)
        program.steps.append(step)
    }

    private mutating func action() -> StoreStep.Action {
        let entity = random.element(of: schema.entities) ?? schema.entities[0]
        return switch random.below(24) {
        case 0..<7: .commit(changes())
        case 7..<9: .count(expressions { $0.counted(entity) })
        case 9..<13: .aggregate(expressions { $0.aggregate(entity) })
        case 13: .interleave(expressions { $0.fetch(entity) }, expressions { $0.fetch(entity) })
        case 14: .missing(entity: entity.name, keys: random.some(keys[entity.name] ?? []))
        case 15: linkAction() ?? .refresh
        case 16: .refresh
        case 17: reservation(entity)
        default: .fetch(expressions { $0.fetch(entity) })
        }
    }

    private mutating func reservation(_ entity: Entity) -> StoreStep.Action {
        entity.keyTypes == [.integer] ? .reserve(entity: entity.name, count: 1 + random.below(5)) : .refresh
    }

    private mutating func linkAction() -> StoreStep.Action? {
        guard let table = random.element(of: schema.links) else { return nil }
        let fromFirst = random.chance(2)
        let entity = fromFirst ? table.firstEntity : table.secondEntity
        return .links(table: table.name, fromFirst: fromFirst, keys: random.some(keys[entity.name] ?? []))
    }

    /// Makes something from expressions and continues with the same random numbers.
    private mutating func expressions<T>(_ body: (inout ExpressionGenerator) -> T) -> T {
        var generator = ExpressionGenerator(schema, keys: keys, random)
        let result = body(&generator)
        random = generator.random
        return result
    }
}

extension ExpressionGenerator {
    /// A fetch for counting: its order does not matter and is left out, as the core does.
    mutating func counted(_ entity: Entity) -> FetchPlan {
        var plan = fetch(entity)
        plan.sort = []
        return plan
    }
}
