internal import FoundationEssentials

extension MigrationPlan {
    /// The plan for a migration whose code sets the values that the plan cannot make.
    ///
    /// A new required attribute without a default starts with the zero of its type, such as an empty text. So does a
    /// required attribute whose old values cannot be converted. A required relationship has no such value, as no zero
    /// is the key of an object: every row must already have one.
    func leavingValuesToCode() -> MigrationPlan {
        var plan = self
        for position in plan.steps.indices
        where plan.steps[position].obstacle != nil || plan.steps[position].condition != nil {
            let step = plan.steps[position]
            guard let change = plan.changes.firstIndex(where: { $0.target?.name == step.table }) else {
                continue
            }
            let relationships = plan.changes[change].target?.relationships ?? []
            if relationships.contains(where: { step.properties.contains($0.name) }) { continue }
            switch step.action {
            // Values are converted, and one without an equivalent fails the migration.
            case .changeType where step.obstacle == nil: continue
            case .addAttribute, .makeRequired, .changeType:
                for column in plan.changes[change].columns.indices
                where step.properties.contains(plan.changes[change].columns[column].target.property) {
                    plan.changes[change].columns[column].leaveValues(of: step.action)
                }
                (plan.steps[position].obstacle, plan.steps[position].condition) = (nil, nil)
                plan.steps[position].touchesRows = true
            default: continue
            }
        }
        return plan
    }
}

extension TableChange.ColumnOrigin {
    fileprivate mutating func leaveValues(of action: MigrationStep.Action) {
        if case .changeType = action { source = nil }
        fill = target.isOptional ? nil : target.type.zero
    }
}

extension AttributeType {
    /// The value of a required attribute until the code sets it.
    fileprivate var zero: Value {
        switch self {
        case .bool: .bool(false)
        case .integer: .integer(0)
        case .real: .real(0)
        case .text: .text("")
        case .data: .data(Data())
        case .date: .date(0)
        case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        case .decimal: .decimal(0)
        case .json: .text("null")
        }
    }
}
