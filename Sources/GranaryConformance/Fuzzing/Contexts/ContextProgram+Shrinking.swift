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
        default: context == 0 ? [] : [ContextStep(context: 0, action: action)]
        }
    }
}
