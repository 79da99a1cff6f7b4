import Granary

extension StoreProgramGenerator {
    /// New rows for a table that is empty.
    mutating func filling(_ entity: Entity) -> [RowChange] {
        var known = reference.keys(of: entity)
        let wanted = random.some(keys[entity.name] ?? []).filter { !known.contains($0) }
        return wanted.map { key in
            known.append(key)
            return .insert(entity: entity.name, row(entity, key: key, beside: known))
        }
    }

    /// Pairs of a table of pairs.
    mutating func links() -> [RowChange] {
        schema.links.flatMap { table -> [RowChange] in
            let left = reference.keys(of: table.firstEntity)
            let right = reference.keys(of: table.secondEntity)
            return (0..<10).compactMap { _ in
                guard let from = random.element(of: left), let to = random.element(of: right) else {
                    return nil
                }
                return .link(table: table.name, from, to, isAdded: true)
            }
        }
    }

    /// A change set that mostly can be committed.
    mutating func changes() -> [RowChange] {
        var changes: [RowChange] = []
        var touched: [String: Set<ObjectKey>] = [:]
        for _ in 0..<(1 + random.below(5)) {
            guard let entity = random.element(of: schema.entities) else { continue }
            let present = reference.keys(of: entity)
            let free = { (key: ObjectKey) in touched[entity.name]?.contains(key) != true }
            switch random.below(8) {
            case 0, 1, 2:
                let missing = (keys[entity.name] ?? []).filter {
                    free($0) && (random.chance(15) || !present.contains($0))
                }
                guard let key = random.element(of: missing) else { continue }
                touched[entity.name, default: []].insert(key)
                changes.append(.insert(entity: entity.name, row(entity, key: key, beside: present)))
            case 3, 4, 5:
                guard let key = random.element(of: present.filter(free)) else { continue }
                touched[entity.name, default: []].insert(key)
                changes.append(
                    .update(entity: entity.name, key, rule(), row(entity, key: nil, beside: present)))
            case 6:
                guard let key = random.element(of: present.filter(free)) else { continue }
                touched[entity.name, default: []].insert(key)
                changes.append(.delete(entity: entity.name, key, rule()))
                if !random.chance(6) { changes += unlinking(key, of: entity) }
                // Deleted and inserted again in the same save.
                if random.chance(5) {
                    changes.append(.insert(entity: entity.name, row(entity, key: key, beside: present)))
                }
            default:
                if random.chance(3), let key = random.element(of: present.filter(free)) {
                    changes.append(.require(entity: entity.name, key, rule()))
                } else {
                    changes += random.some(links(), oneIn: 5)
                    changes += unlinking()
                }
            }
        }
        return changes
    }

    private mutating func unlinking() -> [RowChange] {
        guard let table = random.element(of: schema.links),
            let pair = random.element(of: reference.pairs(of: table))
        else { return [] }
        return [.link(table: table.name, pair.0, pair.1, isAdded: false)]
    }

    /// The changes that remove an object's pairs, as a context makes them when it deletes the object.
    private func unlinking(_ key: ObjectKey, of entity: Entity) -> [RowChange] {
        schema.links.flatMap { table -> [RowChange] in
            reference.pairs(of: table).filter { pair in
                (table.firstEntity.name == entity.name && pair.0 == key)
                    || (table.secondEntity.name == entity.name && pair.1 == key)
            }.map { .link(table: table.name, $0.0, $0.1, isAdded: false) }
        }
    }

    private mutating func rule() -> VersionRule {
        random.pick(.seen, .seen, .seen, .seen, .any, .any, .any, .any, .any, .wrong)
    }

    /// The values of a new row; without a key, some values of a changed one.
    private mutating func row(_ entity: Entity, key: ObjectKey?, beside present: [ObjectKey]) -> RowPlan {
        var plan = RowPlan(values: [:])
        for attribute in entity.attributes {
            if let position = entity.model.key.firstIndex(of: attribute.name) {
                if let key { plan.values[attribute.name] = [key.values[position]] }
            } else if key != nil || random.chance(2) {
                plan.values[attribute.name] = [value(of: attribute, entity)]
            }
        }
        for relationship in entity.toOne where key != nil || random.chance(2) {
            plan.values[relationship.name] = reference(relationship, from: entity, beside: present)
        }
        return plan
    }

    private mutating func value(of attribute: AttributeDescription, _ entity: Entity) -> Value {
        if attribute.isOptional && random.chance(4) || random.chance(150) { return .null }
        let isUnique = attribute.isUnique || entity.model.uniques.contains { $0.contains(attribute.name) }
        return isUnique && !random.chance(20)
            ? EdgeValues.rareValue(of: attribute.type, &random)
            : EdgeValues.value(of: attribute.type, &random)
    }

    private mutating func reference(
        _ relationship: Relationship, from entity: Entity, beside present: [ObjectKey]
    ) -> [Value] {
        if relationship.isOptional && random.chance(3) { return [] }
        let target = relationship.destination
        let known = target.name == entity.name ? present : reference.keys(of: target)
        let candidates = random.chance(40) ? keys[target.name] ?? [] : known
        return random.element(of: candidates)?.values ?? []
    }
}
