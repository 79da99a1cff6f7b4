import Granary

extension NamedModels {
    /// These models with the content of other ones under the same names; `nil` where a plan could not carry that over.
    func holding(_ present: NamedModels, _ parts: inout Int) -> NamedModels? {
        var held = self
        for position in held.models.indices { held.models[position].rows = [:] }
        for position in held.links.indices { held.links[position].values = [:] }
        held.rename { $0.former = nil }
        for position in held.models.indices {
            guard let same = present.models.first(where: { $0.name.now == held.models[position].name.now })
            else { continue }
            guard same.key.now == held.models[position].key.now else { return nil }
            for (key, row) in same.rows {
                var texts: [Int: String] = [:]
                for attribute in held.models[position].attributes {
                    let old = same.attributes.first { $0.name.now == attribute.name.now }
                    texts[attribute.name.part] = old.flatMap { row[$0.name.part] }
                }
                held.models[position].rows[key] = texts
            }
            for attribute in held.models[position].attributes where attribute.isUnique {
                let texts = held.models[position].rows.values.compactMap { $0[attribute.name.part] }
                if Set(texts).count < texts.count { return nil }
            }
        }
        for position in held.links.indices {
            let link = held.links[position]
            let same = present.links.filter { held.sharesName(link, with: $0, of: present) }
            if same.isEmpty { continue }
            guard same.count == 1, let values = held.values(of: same[0], of: present, as: link) else {
                return nil
            }
            held.links[position].values = values
        }
        held.renumber(&parts)
        return held
    }

    /// Whether a relationship of one of two links has the model and name of one of the other.
    private func sharesName(_ link: Link, with other: Link, of present: NamedModels) -> Bool {
        let own = [link.owner, link.other].map { [name(of: $0.model), $0.name.now] }
        let names = [other.owner, other.other].map { [present.name(of: $0.model), $0.name.now] }
        return own.contains(where: names.contains)
    }

    /// The values of a link for one with both ends of the same names; `nil` for any other.
    private func values(of link: Link, of present: NamedModels, as wanted: Link) -> [Int64: Set<Int64>]? {
        guard link.isPairs == wanted.isPairs else { return nil }
        let own = [wanted.owner, wanted.other].map { [name(of: $0.model), $0.name.now] }
        let names = [link.owner, link.other].map { [present.name(of: $0.model), $0.name.now] }
        if own == names { return link.values }
        guard link.isPairs, own == names.reversed() else { return nil }
        var reversed: [Int64: Set<Int64>] = [:]
        for (key, others) in link.values { for other in others { reversed[other, default: []].insert(key) } }
        return reversed
    }

    /// Gives every part a new identity: it is not the one that it was.
    private mutating func renumber(_ parts: inout Int) {
        var numbers: [Int: Int] = [:]
        let first = parts
        for part in names.keys.sorted() {
            numbers[part] = first + numbers.count + 1
        }
        parts += numbers.count
        for model in models.indices {
            for key in models[model].rows.keys {
                let texts = models[model].rows[key] ?? [:]
                models[model].rows[key] = Dictionary(
                    texts.map { (numbers[$0] ?? $0, $1) }, uniquingKeysWith: { first, _ in first })
            }
        }
        links = links.map { link in
            var link = link
            link.owner = End(model: numbers[link.owner.model] ?? 0, name: link.owner.name)
            link.other = End(model: numbers[link.other.model] ?? 0, name: link.other.name)
            return link
        }
        rename { $0 = Name(part: numbers[$0.part] ?? $0.part, now: $0.now, former: $0.former) }
    }
}

extension NameProgram {
    /// The names of the steps to the current models that lose something.
    func lost() -> [String] {
        let kept = models.names
        let attributes = before.models.flatMap { model -> [String] in
            guard let name = kept[model.name.part]?.now else { return [] }
            return model.attributes.filter { kept[$0.name.part] == nil }.map { "drop \(name).\($0.name.now)" }
        }
        let models = before.models.filter { kept[$0.name.part] == nil }.map { "drop \($0.name.now)" }
        let links = before.links.filter { kept[$0.owner.name.part] == nil }
        return attributes + models + links.compactMap { loss(of: $0, kept[$0.owner.model]?.now) }
    }

    /// The names of the steps to the models of an earlier version that lose something.
    func lost(to earlier: NamedModels) -> [String] {
        let wanted = Dictionary(uniqueKeysWithValues: earlier.models.map { ($0.name.now, $0) })
        let attributes = before.models.flatMap { model -> [String] in
            guard let same = wanted[model.name.now] else { return ["drop \(model.name.now)"] }
            let names = same.attributes.map(\.name.now)
            return model.attributes.filter { !names.contains($0.name.now) }
                .map { "drop \(model.name.now).\($0.name.now)" }
        }
        let links = before.links.filter { link in
            !earlier.links.contains { other in
                earlier.relationshipLabel(other.owner) == before.relationshipLabel(link.owner)
                    || earlier.relationshipLabel(other.other) == before.relationshipLabel(link.owner)
            }
        }
        return attributes
            + links.compactMap { link in
                let name = before.name(of: link.owner.model)
                return loss(of: link, wanted[name] == nil ? nil : name)
            }
    }

    /// The step that drops a link, with its owner's new name unless the owner is dropped too.
    private func loss(of link: NamedModels.Link, _ owner: String?) -> String? {
        if !link.isPairs { return owner.map { "drop \($0).\(link.owner.name.now)" } }
        let ends = [link.owner, link.other].map { [before.name(of: $0.model), $0.name.now] }
        return ends.min { $0.lexicographicallyPrecedes($1) }.map { "drop \($0.joined(separator: "_"))" }
    }
}

extension NamedModels {
    /// The name of a relationship with that of its model.
    func relationshipLabel(_ end: End) -> String { "\(name(of: end.model)).\(end.name.now)" }
}
