import FoundationEssentials
import Granary

/// A model that is changed by random steps holds what a fresh store filled with the converted rows would hold.
enum RandomMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        let seeds: ClosedRange<UInt64> = ConformanceEffort.current.isLong ? 1...40 : 1...6
        return seeds.map { seed in
            migrates("After random changes of a model every row is what it should be (\(seed))") { scene in
                var course = RandomCourse(seed: ConformanceEffort.current.seed ?? seed)
                try await scene.open(try course.schema()) { try course.insert(into: $0) }
                for _ in 0..<6 {
                    let consents = try course.change()
                    try await scene.open(try course.schema(), consents: consents, keepsLostData: false) {
                        tables in
                        try expectEqual(
                            try tables.rows("Thing"), course.rows,
                            "rows after \(course.steps), seed \(course.seed)")
                        try course.insert(into: tables)
                        try course.lookUp(in: tables)
                    }
                    course.settle()
                }
                try await scene.open(try course.schema(), policy: .refuse) { tables in
                    try expectEqual(
                        try tables.rows("Thing"), course.rows, "rows at the end, seed \(course.seed)")
                }
            }
        }
    }
}

/// A model, the rows that its store should hold, and random changes of both.
private struct RandomCourse {
    let seed: UInt64
    private var random: SeededGenerator
    private var attributes: [AttributeDescription] = []
    private(set) var rows: [[String: Value]] = []
    /// What has been done, for messages.
    private(set) var steps: [String] = []
    private var number: Int64 = 0
    private var names = 0
    /// The fingerprints of all versions so far.
    private var versions: Set<String> = []

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        for _ in 0..<3 { add(isOptional: random.chance(2)) }
    }

    func schema() throws -> Schema {
        try Versions.schema(
            ModelDescription(name: "Thing", attributes: [.init("id", .integer)] + attributes, key: ["id"]))
    }

    private static let kinds: [AttributeType] = [
        .bool, .integer, .real, .text, .data, .date, .uuid, .decimal,
    ]

    private mutating func value(_ type: AttributeType) -> Value {
        let number = Int64(random.below(2_000)) - 1_000
        return switch type {
        case .bool: .bool(number > 0)
        case .integer: .integer(number)
        case .real: .real(Double(number) / 2)
        case .text, .json: .text("t\(number) é")
        case .data: .data(Data("\(number)".utf8))
        case .date: .date(number * 1_000_000)
        case .uuid: .uuid(makeUUID(UInt64(number + 1_000)))
        case .decimal: .decimal(makeDecimal("\(number).25"))
        }
    }

    private mutating func add(isOptional: Bool) {
        let type = Self.kinds[random.below(Self.kinds.count)]
        names += 1
        let filling = isOptional ? nil : value(type)
        let attribute = AttributeDescription(
            "n\(names)", type, isOptional: isOptional, isIndexed: random.chance(3), defaultValue: filling)
        attributes.append(attribute)
        if let filling { for row in rows.indices { rows[row][attribute.name] = filling } }
        steps.append("add \(attribute.name) \(type.rawValue)\(isOptional ? "?" : "")")
    }

    mutating func insert(into tables: MigrationTables) throws {
        for _ in 0..<3 {
            number += 1
            var row: [String: Value] = ["id": .integer(number)]
            for attribute in attributes where !attribute.isOptional || random.chance(2) {
                row[attribute.name] = value(attribute.type)
            }
            try tables.insert("Thing", row)
            rows.append(row)
        }
    }

    /// Expects the store to find the rows by a value of each attribute.
    func lookUp(in tables: MigrationTables) throws {
        for attribute in attributes {
            guard let value = rows.compactMap({ $0[attribute.name] }).last else { continue }
            let expected = rows.filter { $0[attribute.name] == value }.compactMap { $0["id"] }
            try expectEqual(
                try tables.keys("Thing", where: attribute.name, is: value), expected,
                "found by \(attribute.name) after \(steps), seed \(seed)")
        }
    }

    /// Forgets old names, as the next version of a program may.
    mutating func settle() {
        for position in attributes.indices { attributes[position].renamedFrom = nil }
    }

    /// Changes up to three things at once; returns the consents that it takes.
    ///
    /// A version never comes again: a program that has it would be an older one.
    mutating func change() throws -> Set<String> {
        versions.insert(try schema().fingerprint)
        var consents: Set<String> = []
        var left = attributes.map(\.name)
        for _ in 0...random.below(3) {
            guard !random.chance(4), !left.isEmpty else {
                add(isOptional: random.chance(2))
                continue
            }
            let name = left.remove(at: random.below(left.count))
            guard let position = attributes.firstIndex(where: { $0.name == name }) else { continue }
            change(position, &consents)
        }
        while !versions.insert(try schema().fingerprint).inserted { add(isOptional: true) }
        return consents
    }

    private mutating func change(_ position: Int, _ consents: inout Set<String>) {
        let name = attributes[position].name
        switch random.below(5) {
        case 0:
            attributes.remove(at: position)
            for row in rows.indices { rows[row][name] = nil }
            consents.insert("drop Thing.\(name)")
            steps.append("drop \(name)")
        case 1:
            names += 1
            let new = "n\(names)"
            (attributes[position].name, attributes[position].column) = (new, new)
            attributes[position].renamedFrom = name
            for row in rows.indices { rows[row][new] = rows[row].removeValue(forKey: name) }
            steps.append("rename \(name) to \(new)")
        case 2: widen(position)
        case 3:
            attributes[position].isIndexed.toggle()
            steps.append("index of \(name)")
        default:
            attributes[position].isOptional.toggle()
            attributes[position].defaultValue = nil
            if !attributes[position].isOptional {
                let filling = value(attributes[position].type)
                attributes[position].defaultValue = filling
                for row in rows.indices { rows[row][name] = rows[row][name] ?? filling }
            }
            steps.append("\(name) \(attributes[position].isOptional ? "optional" : "required")")
        }
    }

    private mutating func widen(_ position: Int) {
        let targets: [AttributeType: [AttributeType]] = [
            .integer: [.real, .decimal, .text], .decimal: [.text], .uuid: [.text],
        ]
        guard let choices = targets[attributes[position].type] else { return }
        let type = choices[random.below(choices.count)]
        attributes[position].type = type
        let name = attributes[position].name
        for row in rows.indices { rows[row][name] = rows[row][name].map { Self.widened($0, type) } }
        attributes[position].defaultValue = attributes[position].defaultValue.map { Self.widened($0, type) }
        steps.append("\(name) to \(type.rawValue)")
    }

    private static func widened(_ value: Value, _ type: AttributeType) -> Value {
        switch (value, type) {
        case (.integer(let number), .real): .real(Double(number))
        case (.integer(let number), .decimal): .decimal(makeDecimal("\(number)"))
        case (.integer(let number), _): .text("\(number)")
        case (.decimal(let number), _): .text("\(number)")
        case (.uuid(let identifier), _): .text(identifier.uuidString.lowercased())
        default: value
        }
    }
}
