import Granary

extension StoreProgram {
    /// Smaller programs: with fewer steps, fewer changes, simpler requests and a smaller schema.
    var smaller: [StoreProgram] {
        let fewer = steps.withoutParts().map { StoreProgram(models: models, steps: $0) }
        let merged =
            steps.contains { $0.session != 0 }
            ? [StoreProgram(models: models, steps: steps.map { StoreStep(session: 0, action: $0.action) })]
            : []
        let simpler = steps.replacingEach(\.simpler).map { StoreProgram(models: models, steps: $0) }
        return fewer + merged + simpler + smallerSchemas
    }

    private var smallerSchemas: [StoreProgram] {
        let fewer = models.withoutParts() + models.replacingEach(\.smaller)
        return fewer.map { StoreProgram(models: $0, steps: steps) }
    }
}

extension ModelDescription {
    /// The model without one of its properties, constraints or plain names.
    fileprivate var smaller: [ModelDescription] {
        var models: [ModelDescription] = []
        func add(_ change: (inout ModelDescription) -> Void) {
            var model = self
            change(&model)
            models.append(model)
        }
        if !uniques.isEmpty { add { $0.uniques = [] } }
        if !indexes.isEmpty { add { $0.indexes = [] } }
        if table != name { add { $0.table = $0.name } }
        for position in relationships.indices { add { $0.relationships.remove(at: position) } }
        for position in attributes.indices where !key.contains(attributes[position].name) {
            add { $0.attributes.remove(at: position) }
        }
        for position in attributes.indices {
            if attributes[position].isUnique { add { $0.attributes[position].isUnique = false } }
            if attributes[position].isIndexed { add { $0.attributes[position].isIndexed = false } }
            if attributes[position].hasFoldedIndex { add { $0.attributes[position].hasFoldedIndex = false } }
            if attributes[position].column != attributes[position].name {
                add { $0.attributes[position].column = $0.attributes[position].name }
            }
        }
        return models
    }
}

extension StoreStep {
    /// Simpler steps.
    fileprivate var simpler: [StoreStep] {
        let actions: [Action] =
            switch action {
            case .commit(let changes):
                (changes.withoutParts() + changes.replacingEach(\.simpler)).map { .commit($0) }
            case .fetch(let plan): plan.simpler.map { .fetch($0) }
            case .count(let plan): plan.simpler.map { .count($0) }
            case .aggregate(let plan): plan.simpler.map { .aggregate($0) }
            case .interleave(let first, let second):
                [.fetch(first), .fetch(second)] + first.simpler.map { .interleave($0, second) }
                    + second.simpler.map { .interleave(first, $0) }
            case .links(let table, let fromFirst, let keys):
                keys.withoutParts().map { .links(table: table, fromFirst: fromFirst, keys: $0) }
            case .missing(let entity, let keys):
                keys.withoutParts().map { .missing(entity: entity, keys: $0) }
            case .reserve(let entity, let count): count > 1 ? [.reserve(entity: entity, count: 1)] : []
            case .refresh: []
            }
        return actions.map { StoreStep(session: session, action: $0) }
            + (session == 0 ? [] : [StoreStep(session: 0, action: action)])
    }
}

extension RowChange {
    fileprivate var simpler: [RowChange] {
        switch self {
        case .insert(let entity, let row): row.simpler.map { .insert(entity: entity, $0) }
        case .update(let entity, let key, let rule, let row):
            row.simpler.map { .update(entity: entity, key, rule, $0) }
                + (rule == .any ? [] : [.update(entity: entity, key, .any, row)])
        case .delete(let entity, let key, let rule): rule == .any ? [] : [.delete(entity: entity, key, .any)]
        case .require, .link: []
        }
    }
}

extension RowPlan {
    fileprivate var simpler: [RowPlan] {
        values.keys.sorted().map { name in
            var plan = self
            plan.values[name] = nil
            return plan
        }
    }
}
