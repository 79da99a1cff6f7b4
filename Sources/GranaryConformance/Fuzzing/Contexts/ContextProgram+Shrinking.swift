extension ContextProgram {
    /// Smaller programs: with fewer steps and simpler requests.
    var smaller: [ContextProgram] {
        var programs = (steps.withoutParts() + steps.replacingEach(\.simpler)).map { steps in
            ContextProgram(topology: topology, policies: policies, steps: steps)
        }
        for position in policies.indices where policies[position] != .error {
            var program = self
            program.policies[position] = .error
            programs.append(program)
        }
        return programs
    }
}

extension ContextStep {
    fileprivate var simpler: [ContextStep] {
        switch action {
        case .fetch(let kind, let plan):
            plan.simpler.map { ContextStep(context: context, action: .fetch(kind: kind, $0)) }
        case .count(let kind, let plan):
            plan.simpler.map { ContextStep(context: context, action: .count(kind: kind, $0)) }
        case .aggregate(let kind, let plan):
            plan.simpler.map { ContextStep(context: context, action: .aggregate(kind: kind, $0)) }
        case .pages(let kind, let plan, let size):
            plan.simpler.map { ContextStep(context: context, action: .pages(kind: kind, $0, size: size)) }
        case .reconcile(let list):
            list.simpler.map { ContextStep(context: context, action: .reconcile($0)) }
        case .upsert(let list): list.simpler.map { ContextStep(context: context, action: .upsert($0)) }
        case .findOrInsert(let list):
            list.simpler.map { ContextStep(context: context, action: .findOrInsert($0)) }
        case .observe(let position, let shape, let number, let pace) where pace != .lazy:
            [
                ContextStep(
                    context: context, action: .observe(position, shape: shape, number: number, .lazy))
            ]
        case .saveDeciding, .saveThrough: [ContextStep(context: context, action: .save)]
        default: simplerContexts
        }
    }
}

extension ContextStep {
    /// The same in the first context, and a child's steps in its parent.
    private var simplerContexts: [ContextStep] {
        Set([0, context % ContextRun.contextCount]).subtracting([context]).sorted().map {
            ContextStep(context: $0, action: action)
        }
    }
}

extension ReconciledList {
    fileprivate var simpler: [ReconciledList] {
        var lists = items.withoutParts().map { items in
            var list = self
            list.items = items
            return list
        }
        if subset != nil {
            lists.append(self)
            lists[lists.count - 1].subset = nil
        }
        if deletesMissing {
            lists.append(self)
            lists[lists.count - 1].deletesMissing = false
        }
        return lists
    }
}
