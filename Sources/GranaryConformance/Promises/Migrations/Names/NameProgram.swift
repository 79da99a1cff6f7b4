import Granary

/// Random changes of models in which names are used again, exchanged, passed on and dropped, and earlier versions come
/// back.
struct NameProgram {
    let seed: UInt64
    var random: SeededGenerator
    var models = NamedModels()
    /// The models of the version before.
    var before = NamedModels()
    private(set) var steps: [String] = []
    /// The models of every version so far, without rows.
    private var past: [NamedModels] = []
    /// The fingerprints of all versions so far.
    private var versions: Set<String> = []
    /// How often a loss has been agreed to, by its consent.
    private var losses: [String: Int] = [:]
    private var parts = 0
    private var rows: Int64 = 0

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        for _ in 0..<2 { addModel(named: unused(Self.modelNames, in: models.models.map(\.name))) }
        for isPairs in [true, true, false] { addLink(isPairs: isPairs) }
        steps = []
    }

    static let modelNames = ["Ant", "Bee", "Cat", "Dog"]
    static let attributeNames = ["a", "b", "c", "d", "e"]
    static let relationshipNames = ["p", "q", "r", "s", "t", "u", "v", "w", "x"]

    /// The steps so far, for messages.
    var label: String { "\(steps), seed \(seed)" }

    mutating func note(_ step: String) { steps.append(step) }

    mutating func name(_ now: String) -> NamedModels.Name {
        parts += 1
        return NamedModels.Name(part: parts, now: now)
    }

    /// A name that no part has, and that none had in the version before: a part that is made under the name of a dropped
    /// one would be that one.
    mutating func unused(_ names: [String], in taken: [NamedModels.Name], _ dropped: [String] = []) -> String?
    {
        let free = names.filter { name in !taken.contains { $0.now == name } && !dropped.contains(name) }
        return free.isEmpty ? nil : free[random.below(free.count)]
    }

    // MARK: Versions

    /// The change that takes a store to the next version.
    struct Change {
        let schema: Schema
        let consents: Set<String>
    }

    /// Changes several things at once, or goes back to an earlier version.
    mutating func change() throws -> Change {
        before = models
        let old = try models.schema()
        versions.insert(old.fingerprint)
        past.append(models)
        if random.chance(4), let change = try comeBack(from: old) { return change }
        var tries = 0
        while true {
            let count = steps.count
            for _ in 0...random.below(3) { changeSomething() }
            declare()
            tries += 1
            if !isAmbiguous, !takesDroppedName, let schema = try? models.schema(),
                !versions.contains(schema.fingerprint)
            {
                return Change(schema: schema, consents: agree(to: lost()))
            }
            (models, steps) = (before, Array(steps.prefix(count)))
            if tries == 20 { return Change(schema: old, consents: []) }
        }
    }

    /// The consents to losses: a loss of the same name as an earlier one has a number.
    private mutating func agree(to lost: [String]) -> Set<String> {
        Set(
            lost.map { name in
                losses[name, default: 0] += 1
                let count = losses[name] ?? 1
                return count == 1 ? name : "\(name) (\(count))"
            })
    }

    /// Goes back to the models of an earlier version, which declares the way.
    private mutating func comeBack(from present: Schema) throws -> Change? {
        let earlier = past[random.below(past.count)]
        guard let models = earlier.holding(self.models, &parts) else { return nil }
        self.models = models
        let lost = lost(to: earlier)
        let schema = try models.schema()
        if schema.fingerprint == present.fingerprint {
            self.models = before
            return nil
        }
        note("back to \(schema.fingerprint.prefix(8))")
        for name in lost { losses[name, default: 0] += 1 }
        let back = Migration(from: present, to: schema, consents: Set(lost))
        return Change(schema: schema.following([back]), consents: [])
    }

    /// Declares the former names of renamed parts; others keep or forget their declarations.
    private mutating func declare() {
        let old = before.names
        var (declared, random) = (models, random)
        declared.rename { name in
            if let own = old[name.part], own.now != name.now {
                name.former = own.now
            } else if random.chance(2) {
                name.former = nil
            }
        }
        // No two parts were the same one: an old declaration yields.
        for group in declared.groups {
            for name in group where old[name.part]?.now == name.now && name.former != nil {
                let isTaken = group.contains { $0.part != name.part && $0.former == name.former }
                if isTaken { declared.rename { if $0.part == name.part { $0.former = nil } } }
            }
        }
        (models, self.random) = (declared, random)
    }

    /// Whether a part would repeat a declaration of the part that had its name, which counts as done, although that
    /// part keeps its name or is dropped.
    private var isAmbiguous: Bool {
        let (held, old) = (before.names, before.groups)
        return models.groups.contains { group in
            group.contains { name in
                guard let own = held[name.part], own.now != name.now else { return false }
                let holders = old.filter { $0.contains { $0.part == name.part } }.flatMap { $0 }
                guard let holder = holders.first(where: { $0.now == name.now }), holder.former == own.now
                else { return false }
                guard let moved = group.first(where: { $0.part == holder.part }), moved.now != holder.now
                else { return true }
                return holders.first { $0.now == moved.now }?.former == holder.now
            }
        }
    }

    /// Whether a new part has the name of one that is dropped, whose values would be its own.
    private var takesDroppedName: Bool {
        let (held, kept) = (before.names, models.names)
        func takes(_ names: [NamedModels.Name], _ old: [NamedModels.Name]) -> Bool {
            names.contains { name in
                held[name.part] == nil && old.contains { $0.now == name.now && kept[$0.part] == nil }
            }
        }
        return takes(models.models.map(\.name), before.models.map(\.name))
            || models.models.map(\.name.part).contains { part in
                takes(models.attributeNames(of: part), before.attributeNames(of: part))
                    || takes(models.relationshipNames(of: part), before.relationshipNames(of: part))
            }
    }

    // MARK: Rows

    /// Two more rows of each model, and their connections.
    mutating func insert(into tables: MigrationTables) throws {
        for position in models.models.indices {
            for _ in 0..<2 {
                rows += 1
                models.models[position].rows[rows] = text(models.models[position])
            }
        }
        for position in models.links.indices { connect(position) }
        var added: [String: [[String: Value]]] = [:]
        for model in models.models {
            added[model.name.now] = model.rows.keys.sorted().suffix(2).map { row($0, of: model) }
        }
        let pairs = models.links.filter(\.isPairs).map { link in
            let keys = newKeys(of: link).flatMap { key in
                (link.values[key] ?? []).sorted().map { (ObjectKey.integer(key), ObjectKey.integer($0)) }
            }
            return (models.name(of: link.owner.model), link.owner.name.now, keys)
        }
        try tables.save(added, pairs.filter { !$0.2.isEmpty })
    }

    private func newKeys(of link: NamedModels.Link) -> [Int64] {
        (models.model(link.owner.model)?.rows.keys.sorted() ?? []).suffix(2)
    }

    private mutating func text(_ model: NamedModels.Model) -> [Int: String] {
        var texts: [Int: String] = [:]
        for attribute in model.attributes where !random.chance(4) {
            texts[attribute.name.part] = attribute.isUnique ? "u\(rows)" : "t\(random.below(4))"
        }
        return texts
    }

    private mutating func connect(_ position: Int) {
        let link = models.links[position]
        let others = models.model(link.other.model)?.rows.keys.sorted() ?? []
        for key in newKeys(of: link) {
            // A row refers only to rows that are already stored.
            let stored = link.isPairs ? others : others.dropLast(2)
            let found = stored.filter { _ in random.chance(3) }
            let values = link.isPairs ? found : Array(found.prefix(1))
            if !values.isEmpty { models.links[position].values[key] = Set(values) }
        }
    }

    /// A row by the names of its properties.
    func row(_ key: Int64, of model: NamedModels.Model) -> [String: Value] {
        var row: [String: Value] = [model.key.now: .integer(key)]
        for attribute in model.attributes {
            row[attribute.name.now] = model.rows[key]?[attribute.name.part].map { .text($0) }
        }
        for link in models.links where !link.isPairs && link.owner.model == model.name.part {
            row[link.owner.name.now] = link.values[key]?.first.map { .integer($0) }
        }
        return row
    }
}
