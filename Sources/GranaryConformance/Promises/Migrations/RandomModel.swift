import FoundationEssentials
import Granary

/// A model, the rows that its store should hold, and random changes of both.
struct RandomModel {
    private(set) var name: String
    private(set) var attributes: [AttributeDescription] = []
    private(set) var rows: [[String: Value]] = []
    private var renamedFrom: String?
    private var number: Int64 = 0

    init(_ name: String, attributes count: Int, _ steps: inout RandomSteps) {
        self.name = name
        for _ in 0..<count { add(isOptional: steps.random.chance(2), &steps) }
    }

    var description: ModelDescription {
        ModelDescription(
            name: name, attributes: [.init("id", .integer)] + attributes, key: ["id"],
            renamedFrom: renamedFrom)
    }

    private static let kinds: [AttributeType] = [
        .bool, .integer, .real, .text, .data, .date, .uuid, .decimal,
    ]

    mutating func add(isOptional: Bool, _ steps: inout RandomSteps) {
        let type = Self.kinds[steps.random.below(Self.kinds.count)]
        let filling = isOptional ? nil : steps.value(type)
        let attribute = AttributeDescription(
            steps.name("n"), type, isOptional: isOptional, isIndexed: steps.random.chance(3),
            hasFoldedIndex: type == .text && steps.random.chance(2),
            defaultValue: filling)
        attributes.append(attribute)
        if let filling { for row in rows.indices { rows[row][attribute.name] = filling } }
        steps.note("add \(name).\(attribute.name) \(type.rawValue)\(isOptional ? "?" : "")")
    }

    /// Three rows more, which keep the unique constraints.
    mutating func grow(_ steps: inout RandomSteps) -> [[String: Value]] {
        for _ in 0..<3 {
            number += 1
            var row: [String: Value] = ["id": .integer(number)]
            for attribute in attributes where !attribute.isOptional || steps.random.chance(2) {
                var value = steps.value(attribute.type)
                while attribute.isUnique && rows.contains(where: { $0[attribute.name] == value }) {
                    value = steps.value(attribute.type)
                }
                row[attribute.name] = value
            }
            rows.append(row)
        }
        return rows.suffix(3)
    }

    /// A row with an existing value that has to be unique; `nil` without one.
    var duplicate: [String: Value]? {
        for attribute in attributes where attribute.isUnique {
            guard let row = rows.last(where: { $0[attribute.name] != nil }) else { continue }
            var duplicate: [String: Value] = ["id": .integer(number + 1_000)]
            for other in attributes where !other.isOptional || other.name == attribute.name {
                duplicate[other.name] = row[other.name]
            }
            return duplicate
        }
        return nil
    }

    /// Forgets old names, as the next version of a program may.
    mutating func settle() {
        renamedFrom = nil
        for position in attributes.indices { attributes[position].renamedFrom = nil }
    }

    mutating func rename(_ steps: inout RandomSteps) {
        let new = steps.name("Model")
        steps.note("rename \(name) to \(new)")
        (renamedFrom, name) = (name, new)
    }

    /// Changes up to three attributes; adds the consents that it takes.
    mutating func change(_ steps: inout RandomSteps, _ consents: inout Set<String>) {
        var left = attributes.map(\.name)
        for _ in 0...steps.random.below(3) {
            guard !steps.random.chance(4), !left.isEmpty else {
                add(isOptional: steps.random.chance(2), &steps)
                continue
            }
            let name = left.remove(at: steps.random.below(left.count))
            guard let position = attributes.firstIndex(where: { $0.name == name }) else { continue }
            change(position, &steps, &consents)
        }
    }

    private mutating func change(
        _ position: Int, _ steps: inout RandomSteps, _ consents: inout Set<String>
    ) {
        let attribute = attributes[position].name
        switch steps.random.below(6) {
        case 0:
            attributes.remove(at: position)
            for row in rows.indices { rows[row][attribute] = nil }
            consents.insert("drop \(name).\(attribute)")
            steps.note("drop \(name).\(attribute)")
        case 1:
            let new = steps.name("n")
            (attributes[position].name, attributes[position].column) = (new, new)
            attributes[position].renamedFrom = attribute
            for row in rows.indices { rows[row][new] = rows[row].removeValue(forKey: attribute) }
            steps.note("rename \(name).\(attribute) to \(new)")
        case 2: widen(position, &steps)
        case 3 where attributes[position].type == .text && steps.random.chance(2):
            attributes[position].hasFoldedIndex.toggle()
            steps.note("index without case of \(name).\(attribute)")
        case 3:
            attributes[position].isIndexed.toggle()
            steps.note("index of \(name).\(attribute)")
        case 4: exchangeUnique(position, &steps)
        default: exchangeOptional(position, &steps)
        }
    }

    /// Makes the values of an attribute unique where they are distinct, or no longer.
    private mutating func exchangeUnique(_ position: Int, _ steps: inout RandomSteps) {
        let attribute = attributes[position]
        let values = rows.compactMap { $0[attribute.name] }
        guard attribute.isUnique || (attribute.type != .bool && Set(values).count == values.count) else {
            return
        }
        attributes[position].isUnique.toggle()
        steps.note("\(name).\(attribute.name) \(attribute.isUnique ? "not unique" : "unique")")
    }

    /// Makes an attribute optional, or required with a value for the rows that have none.
    private mutating func exchangeOptional(_ position: Int, _ steps: inout RandomSteps) {
        let attribute = attributes[position].name
        attributes[position].isOptional.toggle()
        attributes[position].defaultValue = nil
        if !attributes[position].isOptional {
            let filling = steps.value(attributes[position].type)
            attributes[position].defaultValue = filling
            let isFilled = rows.contains { $0[attribute] == nil }
            if isFilled { attributes[position].isUnique = false }
            for row in rows.indices { rows[row][attribute] = rows[row][attribute] ?? filling }
        }
        steps.note("\(name).\(attribute) \(attributes[position].isOptional ? "optional" : "required")")
    }

    private mutating func widen(_ position: Int, _ steps: inout RandomSteps) {
        let targets: [AttributeType: [AttributeType]] = [
            .integer: [.real, .decimal, .text], .decimal: [.text], .uuid: [.text], .bool: [.text],
        ]
        guard let choices = targets[attributes[position].type] else { return }
        let type = choices[steps.random.below(choices.count)]
        attributes[position].type = type
        let attribute = attributes[position].name
        for row in rows.indices {
            rows[row][attribute] = rows[row][attribute].map { Self.widened($0, type) }
        }
        attributes[position].defaultValue = attributes[position].defaultValue.map { Self.widened($0, type) }
        steps.note("\(name).\(attribute) to \(type.rawValue)")
    }

    private static func widened(_ value: Value, _ type: AttributeType) -> Value {
        switch (value, type) {
        case (.integer(let number), .real): .real(Double(number))
        case (.integer(let number), .decimal): .decimal(makeDecimal("\(number)"))
        case (.integer(let number), _): .text("\(number)")
        case (.decimal(let number), _): .text("\(number)")
        case (.bool(let truth), _): .text("\(truth)")
        case (.uuid(let identifier), _): .text(identifier.uuidString.lowercased())
        default: value
        }
    }
}
