extension ContextProgramGenerator {
    /// A program that merges by rule too, has children and undoes, between the steps of the one that observes.
    mutating func mergingProgram(steps count: Int) -> ContextProgram {
        var program = observingProgram(steps: count)
        program.roles += (0..<Self.contextCount).map { parent in
            ContextRole(
                parent: parent,
                policy: random.chance(2) ? .memoryWins : random.element(of: PolicyName.ready) ?? .error,
                history: .named, beginsLate: true)
        }
        var value = 0
        var steps = (0..<TallyStep.population).map { id in
            ContextStep(context: id % Self.contextCount, action: .tally(.insert(id)))
        }
        for context in 0..<Self.contextCount { steps.append(ContextStep(context: context, action: .save)) }
        for step in program.steps {
            steps.append(step)
            if random.chance(2) {
                value += 1
                steps.append(ContextStep(context: anyContext(step), action: .tally(tallyStep(value))))
            }
            if random.chance(4) {
                let child = anyContext(step) % Self.contextCount + Self.contextCount
                steps.append(ContextStep(context: child, action: childStep()))
            }
            if random.chance(12) {
                let choices = random.below(1 << TallyStep.population)
                steps.append(ContextStep(context: anyContext(step), action: .saveDeciding(choices)))
            }
        }
        addHistories(&steps)
        program.steps = steps
        return program
    }

    /// Mostly the context of a step, or its child.
    private mutating func anyContext(_ step: ContextStep) -> Int {
        let context = random.chance(3) ? random.below(Self.contextCount) : step.context
        return random.chance(3) ? context + Self.contextCount : context
    }

    /// A step of a child.
    private mutating func childStep() -> ContextStep.Action {
        switch random.below(12) {
        case 0: .leave
        case 1: .saveThrough
        case 2..<4: .save
        default: action()
        }
    }

    /// Adds steps that begin, undo and redo the work of the others.
    private mutating func addHistories(_ steps: inout [ContextStep]) {
        var (all, name): ([ContextStep], Int) = ([], 0)
        for step in steps {
            if random.chance(5) {
                name += 1
                all.append(ContextStep(context: step.context, action: .beginStep(name)))
            }
            all.append(step)
            guard random.chance(7) else { continue }
            for _ in 0..<random.below(3) { all.append(ContextStep(context: step.context, action: .undo)) }
            if random.chance(2) { all.append(ContextStep(context: step.context, action: .redo)) }
        }
        steps = all
    }

    private mutating func tallyStep(_ value: Int) -> TallyStep {
        let id = random.below(TallyStep.population)
        switch random.below(12) {
        case 0: return .insert(id)
        case 1: return .delete(id)
        default:
            return .change(id, random.element(of: TallyStep.Property.allCases) ?? .count, value: value)
        }
    }
}
