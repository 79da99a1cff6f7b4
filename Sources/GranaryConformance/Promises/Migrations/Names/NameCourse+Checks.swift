import Granary

extension NameProgram {
    /// Expects every row and pair, each found from either side and by every text, and every unique constraint.
    func check(_ tables: MigrationTables) throws {
        for model in models.models {
            let rows = model.rows.keys.sorted().map { row($0, of: model) }
            try expectEqual(try tables.rows(model.name.now), rows, "rows of \(model.name.now) after \(label)")
            for attribute in model.attributes { try check(attribute, of: model, tables) }
        }
        for link in models.links { try check(link, tables) }
    }

    private func check(
        _ attribute: NamedModels.Attribute, of model: NamedModels.Model, _ tables: MigrationTables
    ) throws {
        let name = attribute.name.now
        let texts = model.rows.compactMapValues { $0[attribute.name.part] }
        for text in Set(texts.values).sorted().suffix(2) {
            let expected = texts.filter { $0.value == text }.keys.sorted().map { Value.integer($0) }
            try expectEqual(
                try tables.keys(model.name.now, where: name, is: .text(text)), expected,
                "found by \(model.name.now).\(name) after \(label)")
        }
        guard attribute.isUnique, let taken = texts.values.max() else { return }
        try expectError(.constraint, "a duplicate of \(model.name.now).\(name) after \(label)") {
            try tables.insert(
                model.name.now, [model.key.now: .integer(1_000_000), name: .text(taken)])
        }
    }

    private func check(_ link: NamedModels.Link, _ tables: MigrationTables) throws {
        let (owner, other) = (models.name(of: link.owner.model), models.name(of: link.other.model))
        let label = "\(owner).\(link.owner.name.now) after \(self.label)"
        let pairs = Set(
            link.values.flatMap { key, others in others.map { [Value.integer(key), .integer($0)] } })
        guard link.isPairs else {
            for key in Set(link.values.values.flatMap { $0 }) {
                let expected = link.values.filter { $0.value.contains(key) }.keys.map { Value.integer($0) }
                let found = try tables.keys(owner, leadingBy: link.owner.name.now, to: .integer(key))
                try expectEqual(Set(found), Set(expected), "found by \(label)")
            }
            return
        }
        let keys = models.model(link.owner.model)?.rows.keys.map { ObjectKey.integer($0) } ?? []
        try expectEqual(
            Set(try tables.connected(owner, link.owner.name.now, of: keys)), pairs, "pairs of \(label)")
        let others = models.model(link.other.model)?.rows.keys.map { ObjectKey.integer($0) } ?? []
        let back = try tables.connected(other, link.other.name.now, of: others).map { Array($0.reversed()) }
        try expectEqual(Set(back), pairs, "pairs of \(other).\(link.other.name.now) after \(self.label)")
    }
}
