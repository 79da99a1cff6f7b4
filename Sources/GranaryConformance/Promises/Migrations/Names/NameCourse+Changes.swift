import Granary

extension NameProgram {
    /// Makes one random change.
    mutating func changeSomething() {
        switch random.below(10) {
        case 0, 1, 2: renameAttributes()
        case 3, 4, 5: renameRelationships()
        case 6: renameModels()
        case 7: changeAttribute()
        case 8: changeLinks()
        default: random.chance(2) ? dropModel() : addModel(named: freeModelName())
        }
    }

    private mutating func freeModelName() -> String? {
        models.models.count > 3
            ? nil : unused(Self.modelNames, in: models.models.map(\.name), before.models.map(\.name.now))
    }

    // MARK: Names

    /// Gives some parts of a group other names: the next one's in a circle, or in a chain whose last one gets a free name
    /// and whose first one leaves its own; returns the name that is left.
    private mutating func rename(_ names: [NamedModels.Name], _ free: String?) -> String? {
        var left = names
        var chosen: [NamedModels.Name] = []
        for _ in 0...random.below(3) where !left.isEmpty {
            chosen.append(left.remove(at: random.below(left.count)))
        }
        guard let first = chosen.first else { return nil }
        let isCircle = chosen.count > 1 && (free == nil || random.chance(2))
        guard let last = isCircle ? first.now : free else { return nil }
        let targets = chosen.dropFirst().map(\.now) + [last]
        for (name, target) in zip(chosen, targets) { models.rename(name.part, to: target) }
        note(zip(chosen, targets).map { "\($0.now) to \($1)" }.joined(separator: ", "))
        return isCircle ? nil : first.now
    }

    private mutating func renameAttributes() {
        guard !models.models.isEmpty else { return }
        let position = random.below(models.models.count)
        let part = models.models[position].name.part
        let names = models.attributeNames(of: part)
        note("\(models.name(of: part)):")
        guard let left = rename(names, unused(Self.attributeNames, in: names)) else { return }
        if random.chance(2), isFree(left, in: models.attributeNames(of: part)) {
            models.models[position].attributes.append(.init(name: name(left)))
            note("add \(left)")
        }
    }

    private mutating func renameRelationships() {
        guard !models.models.isEmpty else { return }
        let model = models.models[random.below(models.models.count)]
        let names = models.relationshipNames(of: model.name.part)
        note("\(model.name.now):")
        guard let left = rename(names, unused(Self.relationshipNames, in: names)) else { return }
        if random.chance(2) { addLink(isPairs: true, from: model.name.part, named: left) }
    }

    private mutating func renameModels() {
        let names = models.models.map(\.name)
        guard let left = rename(names, unused(Self.modelNames, in: names)) else { return }
        if random.chance(2), models.models.count < 4, isFree(left, in: models.models.map(\.name)) {
            addModel(named: left)
        }
    }

    /// Whether a new part may have a name: none has it, and the part that had it before is still there under another.
    private func isFree(_ name: String, in names: [NamedModels.Name]) -> Bool {
        if names.contains(where: { $0.now == name }) { return false }
        let kept = Set(names.map(\.part))
        let had = before.groups.flatMap { $0 }.filter { $0.now == name }
        return had.allSatisfy { kept.contains($0.part) || !isOfGroup($0, names) }
    }

    /// Whether a part belonged to the group that some names now form.
    private func isOfGroup(_ name: NamedModels.Name, _ names: [NamedModels.Name]) -> Bool {
        let group = before.groups.first { $0.contains { $0.part == name.part } } ?? []
        return group.contains { old in names.contains { $0.part == old.part } }
    }

    // MARK: Parts

    /// Adds a model with two attributes, if there is a name for it.
    mutating func addModel(named name: String?) {
        guard let name else { return }
        models.models.append(
            .init(
                name: self.name(name), key: self.name("k"),
                attributes: Self.attributeNames.prefix(2).map { .init(name: self.name($0)) }))
        note("add \(name)")
    }

    private mutating func dropModel() {
        guard models.models.count > 1 else { return }
        let model = models.models.remove(at: random.below(models.models.count)).name
        models.links.removeAll { $0.owner.model == model.part || $0.other.model == model.part }
        note("drop \(model.now)")
    }

    private mutating func changeAttribute() {
        guard !models.models.isEmpty else { return }
        let position = random.below(models.models.count)
        let model = models.models[position]
        let names = models.attributeNames(of: model.name.part)
        if model.attributes.isEmpty || random.chance(3) {
            let old = before.model(model.name.part).map { [$0.key] + $0.attributes.map(\.name) } ?? []
            guard let free = unused(Self.attributeNames, in: names, old.map(\.now)) else { return }
            models.models[position].attributes.append(.init(name: name(free)))
            return note("add \(model.name.now).\(free)")
        }
        let chosen = random.below(model.attributes.count)
        let attribute = model.attributes[chosen]
        switch random.below(3) {
        case 0:
            models.models[position].attributes.remove(at: chosen)
            for key in model.rows.keys { models.models[position].rows[key]?[attribute.name.part] = nil }
            note("drop \(model.name.now).\(attribute.name.now)")
        case 1:
            models.models[position].attributes[chosen].isIndexed.toggle()
            note("index of \(model.name.now).\(attribute.name.now)")
        default:
            let texts = model.rows.values.compactMap { $0[attribute.name.part] }
            guard attribute.isUnique || Set(texts).count == texts.count else { return }
            models.models[position].attributes[chosen].isUnique.toggle()
            note("uniqueness of \(model.name.now).\(attribute.name.now)")
        }
    }

    /// Drops a relationship, and adds another one between the same models, which has nothing to do with it.
    private mutating func changeLinks() {
        if !models.links.isEmpty, random.chance(2) {
            let link = models.links.remove(at: random.below(models.links.count))
            note("drop \(models.name(of: link.owner.model)).\(link.owner.name.now)")
            if random.chance(2) {
                addLink(isPairs: link.isPairs, from: link.owner.model, to: link.other.model)
            }
        } else if models.links.count < 4 {
            addLink(isPairs: random.chance(2))
        }
    }

    /// Adds a relationship with its inverse between two models, which may be the same.
    mutating func addLink(
        isPairs: Bool, from first: Int? = nil, to second: Int? = nil, named name: String? = nil
    ) {
        let parts = models.models.map(\.name.part)
        guard !parts.isEmpty else { return }
        let owner = first ?? parts[random.below(parts.count)]
        let other = second ?? parts[random.below(parts.count)]
        guard
            let ownName = name.flatMap({ isFree($0, in: models.relationshipNames(of: owner)) ? $0 : nil })
                ?? freeRelationshipName(of: owner),
            let otherName = freeRelationshipName(of: other, besides: ownName)
        else { return }
        models.links.append(
            .init(
                isPairs: isPairs, owner: .init(model: owner, name: self.name(ownName)),
                other: .init(model: other, name: self.name(otherName))))
        note(
            "add \(models.name(of: owner)).\(ownName) with \(models.name(of: other)).\(otherName)\(isPairs ? "" : " to one")"
        )
    }

    private mutating func freeRelationshipName(of model: Int, besides name: String? = nil) -> String? {
        unused(
            Self.relationshipNames, in: models.relationshipNames(of: model),
            before.relationshipNames(of: model).map(\.now) + [name].compactMap { $0 })
    }
}
