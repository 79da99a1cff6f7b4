import Granary

/// Models, the rows that their store should hold, and random changes of both.
struct ModelProgram {
    private(set) var steps: RandomSteps
    private(set) var models: [RandomModel]
    /// The fingerprints of all versions so far.
    private var versions: Set<String> = []

    init(seed: UInt64) {
        var steps = RandomSteps(seed: seed)
        models = [RandomModel("Thing", attributes: 3, &steps)]
        self.steps = steps
    }

    func schema() throws -> Schema { try MigrationScene.schema(models.map(\.description)) }

    /// The steps so far, for messages.
    var label: String { "\(steps.done), seed \(steps.seed)" }

    mutating func insert(into tables: MigrationTables) throws {
        for position in models.indices {
            let added = models[position].grow(&steps)
            for row in added { try tables.insert(models[position].name, row) }
        }
    }

    /// Forgets old names, as the next version of a program may.
    mutating func settle() { for position in models.indices { models[position].settle() } }

    /// Changes several things at once; returns the consents that it takes.
    ///
    /// A version never comes again: a program that has it would be an older one.
    mutating func change() throws -> Set<String> {
        versions.insert(try schema().fingerprint)
        var consents: Set<String> = []
        if models.count > 1, steps.random.chance(3) {
            let dropped = models.remove(at: steps.random.below(models.count)).name
            consents.insert("drop \(dropped)")
            steps.note("drop \(dropped)")
        }
        for position in models.indices {
            // A consent has the name of either version, so a model that is renamed loses nothing.
            if steps.random.chance(5) {
                models[position].rename(&steps)
            } else {
                models[position].change(&steps, &consents)
            }
        }
        if models.count < 3, steps.random.chance(2) {
            let name = steps.name("Model")
            steps.note("add \(name)")
            models.append(RandomModel(name, attributes: 2, &steps))
        }
        while !versions.insert(try schema().fingerprint).inserted {
            models[0].add(isOptional: true, &steps)
        }
        return consents
    }

    /// Expects every row, each found by a value of each attribute, and the unique constraints.
    func check(_ tables: MigrationTables) throws {
        for model in models {
            try expectEqual(
                try tables.rows(model.name), model.rows, "rows of \(model.name) after \(label)")
            for attribute in model.attributes {
                guard let value = model.rows.compactMap({ $0[attribute.name] }).last else { continue }
                let expected = model.rows.filter { $0[attribute.name] == value }.compactMap { $0["id"] }
                try expectEqual(
                    try tables.keys(model.name, where: attribute.name, is: value), expected,
                    "found by \(model.name).\(attribute.name) after \(label)")
            }
            try checkFolded(model, tables)
            guard let duplicate = model.duplicate else { continue }
            try expectError(.constraint, "a duplicate in \(model.name) after \(label)") {
                try tables.insert(model.name, duplicate)
            }
        }
    }

    /// Expects the rows with the last text of each attribute, whatever its case, to be found.
    private func checkFolded(_ model: RandomModel, _ tables: MigrationTables) throws {
        for attribute in model.attributes where attribute.type == .text {
            let texts = model.rows.map { row in
                if case .text(let text)? = row[attribute.name] { Entity.folded(text) } else { nil as String? }
            }
            guard let wanted = texts.compactMap({ $0 }).last else { continue }
            let same = zip(model.rows, texts).filter {
                Array(($1 ?? "").utf8) == Array(wanted.utf8) && $1 != nil
            }
            let found = try tables.keys(
                model.name,
                where: .text(
                    .equal, .attribute(path: [], name: attribute.name), .literal(.text(wanted)),
                    .caseInsensitive))
            try expectEqual(
                found, same.compactMap { $0.0["id"] },
                "found without case by \(model.name).\(attribute.name) after \(label)")
        }
    }
}
