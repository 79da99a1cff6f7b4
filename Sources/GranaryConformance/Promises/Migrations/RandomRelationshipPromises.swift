import Granary

/// A model whose relationships and key are changed by random steps holds the same as a fresh store filled with the
/// converted rows.
enum RandomRelationshipPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        let seeds: ClosedRange<UInt64> = ConformanceEffort.current.isLong ? 1...40 : 1...6
        return seeds.map { seed in
            migrates(
                "After random changes of relationships and keys everything is connected as it should be (\(seed))"
            ) {
                scene in
                var program = RelationshipProgram(seed: ConformanceEffort.current.seed ?? seed)
                try await scene.open(try program.schema()) { tables in
                    try program.insertOwners(into: tables)
                    try program.insert(into: tables)
                }
                for _ in 0..<6 {
                    let consents = try program.change()
                    try await scene.open(try program.schema(), consents: consents, keepsLostData: false) {
                        tables in
                        try program.check(tables)
                        try program.insert(into: tables)
                    }
                    program.settle()
                }
                try await scene.open(try program.schema(), policy: .refuse) { try program.check($0) }
            }
        }
    }
}

/// A model with relationships to another one, the rows and pairs that its store should hold, and random changes of
/// both.
private struct RelationshipProgram {
    /// The link from things to owners.
    private struct Link {
        enum Form {
            /// Values without a relationship.
            case value
            case toOne
            /// Pairs of keys.
            case toMany
        }
        var name: String
        var form: Form
        var isIndexed = false
        var renamedFrom: String?
    }

    /// A thing: its identifiers, which may be its key, its values by link, and the owners it is paired with by link.
    private struct Thing {
        var id: Int64
        var values: [String: String] = [:]
        var pairs: [String: Set<String>] = [:]
        var code: String { "c\(5_000 - id * 7)" }
        var number: Int64 { 1_000 + id * 3 }
    }

    private static let owners = ["a", "b", "c", "d"]

    let seed: UInt64
    private var random: SeededGenerator
    private var links: [Link] = []
    private var key = ["id"]
    private var things: [Thing] = []
    private var steps: [String] = []
    private var names = 0
    /// The fingerprints of all versions so far.
    private var versions: Set<String> = []

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        add(.toOne)
        add(.toMany)
    }

    func schema() throws -> Schema {
        try Versions.schema(
            ModelDescription(
                name: "Thing",
                attributes: [.init("id", .integer), .init("code", .text), .init("number", .integer)]
                    + links.filter { $0.form == .value }.map {
                        AttributeDescription(
                            $0.name, .text, isOptional: true, isIndexed: $0.isIndexed,
                            renamedFrom: $0.renamedFrom)
                    },
                relationships: links.filter { $0.form != .value }.map {
                    RelationshipDescription(
                        $0.name, to: "Owner", isToMany: $0.form == .toMany,
                        column: $0.form == .toOne ? $0.name : nil, renamedFrom: $0.renamedFrom)
                }, key: key),
            Versions.owner())
    }

    private var context: String { "after \(steps), seed \(seed)" }

    // MARK: Rows

    func insertOwners(into tables: MigrationTables) throws {
        for owner in Self.owners { try tables.insert("Owner", ["code": .text(owner)]) }
    }

    mutating func insert(into tables: MigrationTables) throws {
        for _ in 0..<3 {
            var thing = Thing(id: Int64(things.count) + 1)
            var row = Self.row(thing)
            for link in links where link.form != .toMany && !random.chance(3) {
                let owner = Self.owners[random.below(Self.owners.count)]
                thing.values[link.name] = owner
                row[link.name] = .text(owner)
            }
            try tables.insert("Thing", row)
            for link in links where link.form == .toMany {
                let owners = Self.owners.filter { _ in random.chance(2) }
                thing.pairs[link.name] = Set(owners)
                guard let key = keyOfThing(thing), !owners.isEmpty else { continue }
                try tables.connect("Thing", link.name, owners.map { (key, .text($0)) })
            }
            things.append(thing)
        }
    }

    /// The values of a thing that are no links.
    private static func row(_ thing: Thing) -> [String: Value] {
        ["id": .integer(thing.id), "code": .text(thing.code), "number": .integer(thing.number)]
    }

    private func keyValues(_ thing: Thing) -> [Value] { key.map { Self.row(thing)[$0] ?? .null } }

    private func keyOfThing(_ thing: Thing) -> ObjectKey? { ObjectKey(keyValues(thing)) }

    /// Expects the store to hold every row and pair, to find rows by the objects they lead to, and nothing else.
    func check(_ tables: MigrationTables) throws {
        let sorted = things.sorted { left, right in
            key.first == "code" ? left.code < right.code : left.id < right.id
        }
        let rows = sorted.map { thing in
            var row = Self.row(thing)
            for (name, owner) in thing.values { row[name] = .text(owner) }
            return row
        }
        try expectEqual(try tables.rows("Thing"), rows, "things \(context)")
        try expectEqual(try tables.rows("Owner").count, Self.owners.count, "owners \(context)")
        try checkNextKey(tables)
        for link in links {
            if link.form == .toMany {
                try checkPairs(link.name, tables)
            } else {
                let expected = sorted.filter { $0.values[link.name] == "b" }.map { keyValues($0)[0] }
                let found =
                    link.form == .value
                    ? try tables.keys("Thing", where: link.name, is: .text("b"))
                    : try tables.keys("Thing", leadingBy: link.name, to: .text("b"))
                try expectEqual(
                    Set(found), Set(expected),
                    "found by \(link.name) \(context)")
            }
        }
    }

    /// Expects the next generated key to be a new one, whichever form the key had before.
    private func checkNextKey(_ tables: MigrationTables) throws {
        guard key == ["id"] || key == ["number"] else { return }
        let next = try tables.session.reserveKeys(1, of: try tables.entity("Thing"))
        for thing in things {
            guard case .integer(let taken) = keyValues(thing)[0] else { continue }
            try expect(next > taken, "the next key is \(next), a row has \(taken), \(context)")
        }
    }

    private func checkPairs(_ name: String, _ tables: MigrationTables) throws {
        let expected = Set(
            things.flatMap { thing in
                (thing.pairs[name] ?? []).map { keyValues(thing) + [Value.text($0)] }
            })
        let found = try tables.connected("Thing", name, of: things.compactMap(keyOfThing))
        try expectEqual(found.count, expected.count, "pairs of \(name) \(context)")
        try expectEqual(Set(found), expected, "pairs of \(name) \(context)")
    }

    // MARK: Changes

    /// Forgets old names, as the next version of a program may.
    mutating func settle() {
        for position in links.indices { links[position].renamedFrom = nil }
    }

    private mutating func add(_ form: Link.Form) {
        names += 1
        links.append(Link(name: "n\(names)", form: form))
        steps.append("add n\(names) \(form)")
    }

    /// Changes up to three things at once; returns the consents that it takes.
    ///
    /// A version never comes again: a program that has it would be an older one.
    mutating func change() throws -> Set<String> {
        versions.insert(try schema().fingerprint)
        var consents: Set<String> = []
        var left = links.map(\.name)
        for _ in 0...random.below(3) {
            if left.isEmpty || random.chance(4) {
                add([.value, .toOne, .toMany][random.below(3)])
            } else {
                let name = left.remove(at: random.below(left.count))
                change(name, &consents)
            }
        }
        if random.chance(2) { changeKey() }
        while !versions.insert(try schema().fingerprint).inserted { add(.value) }
        return consents
    }

    private mutating func changeKey() {
        let keys = [["id"], ["number"], ["code"], ["code", "id"], ["id", "code"]]
        key = keys.filter { $0 != key }[random.below(4)]
        steps.append("key \(key)")
    }

    private mutating func change(_ name: String, _ consents: inout Set<String>) {
        guard let position = links.firstIndex(where: { $0.name == name }) else { return }
        switch random.below(4) {
        case 0: drop(position, &consents)
        case 1: rename(position)
        case 2 where links[position].form != .toMany:
            links[position].form = links[position].form == .value ? .toOne : .value
            links[position].isIndexed = false
            steps.append("\(name) becomes \(links[position].form)")
        case 3 where links[position].form == .toOne:
            // A link to one now leads to many: through pairs, which begin empty.
            drop(position, &consents)
            add(.toMany)
        default:
            if links[position].form == .value { links[position].isIndexed.toggle() }
            steps.append("index of \(name)")
        }
    }

    private mutating func drop(_ position: Int, _ consents: inout Set<String>) {
        let link = links[position]
        consents.insert("drop Thing.\(link.name)")
        if link.form == .toMany { consents.insert("drop Thing_\(link.name)") }
        links.remove(at: position)
        for thing in things.indices {
            things[thing].values[link.name] = nil
            things[thing].pairs[link.name] = nil
        }
        steps.append("drop \(link.name)")
    }

    private mutating func rename(_ position: Int) {
        let old = links[position].name
        names += 1
        let new = "n\(names)"
        (links[position].name, links[position].renamedFrom) = (new, old)
        for thing in things.indices {
            things[thing].values[new] = things[thing].values.removeValue(forKey: old)
            things[thing].pairs[new] = things[thing].pairs.removeValue(forKey: old)
        }
        steps.append("rename \(old) to \(new)")
    }
}
