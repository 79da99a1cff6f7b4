import Granary

/// Makes random schemas: entities without Swift types, with every kind of key, attribute and relationship.
struct SchemaGenerator {
    private static let names = ["Alpha", "Beta", "Gamma", "Delta"]
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The descriptions of some models that form a valid schema.
    mutating func models() -> [ModelDescription] {
        var models = Self.names.prefix(2 + random.below(3)).map { model($0) }
        for index in models.indices { connect(index, &models) }
        for index in models.indices { constrain(&models[index]) }
        return models
    }

    private mutating func model(_ name: String) -> ModelDescription {
        let key = keyAttributes()
        var attributes = key
        for position in 0..<(2 + random.below(5)) {
            attributes.append(attribute("\(name.lowercased().prefix(1))\(position)"))
        }
        let table = random.chance(6) ? "\(name) \"of\" 'it'; --" : name
        return ModelDescription(name: name, table: table, attributes: attributes, key: key.map(\.name))
    }

    private mutating func keyAttributes() -> [AttributeDescription] {
        switch random.below(5) {
        case 0, 1: return [.init("id", .integer)]
        case 2: return [.init("id", .uuid)]
        case 3: return [.init("id", .text, hasFoldedIndex: random.chance(2))]
        default:
            let types: [AttributeType] = [.text, .integer, .date, .bool, .uuid]
            return (0..<(2 + random.below(2))).map { .init("k\($0)", random.element(of: types) ?? .text) }
        }
    }

    private mutating func attribute(_ name: String) -> AttributeDescription {
        let type = random.element(of: AttributeType.allCases) ?? .integer
        let canBeUnique: [AttributeType] = [.integer, .text, .uuid, .date, .data, .decimal, .real]
        let isUnique = canBeUnique.contains(type) && random.chance(7)
        let column = random.chance(8) ? "\(name) größe \"x\"" : name
        return AttributeDescription(
            name, type, isOptional: !random.chance(3), column: column, isUnique: isUnique,
            isIndexed: type != .json && !isUnique && random.chance(3),
            hasFoldedIndex: type == .text && random.chance(2))
    }

    /// Adds relationships from one model to others or itself, with or without the other side.
    private mutating func connect(_ index: Int, _ models: inout [ModelDescription]) {
        for number in 0..<(1 + random.below(2)) {
            let target = random.below(models.count)
            let (owner, other) = (models[index].name, models[target].name)
            let name = "\(owner.lowercased())\(number)"
            if random.chance(4) {
                // Many to many; both sides named, so that nothing has to be guessed.
                models[index].relationships.append(
                    .init("\(name)Links", to: other, isToMany: true, inverse: "\(name)Linked"))
                models[target].relationships.append(.init("\(name)Linked", to: owner, isToMany: true))
                continue
            }
            let isOptional = index == target || random.chance(2) || random.chance(2)
            let hasInverse = !random.chance(3)
            models[index].relationships.append(
                .init(
                    "\(name)One", to: other, isToMany: false, isOptional: isOptional,
                    inverse: hasInverse ? "\(name)Many" : nil))
            if hasInverse {
                models[target].relationships.append(
                    .init(
                        "\(name)Many", to: owner, isToMany: true, deleteRule: isOptional ? .nullify : .cascade
                    ))
            }
        }
    }

    /// Adds compound constraints and indexes.
    private mutating func constrain(_ model: inout ModelDescription) {
        let names = model.attributes.filter { $0.type != .json && !model.key.contains($0.name) }.map(\.name)
        let references = model.relationships.filter { !$0.isToMany }.map(\.name)
        if names.count > 1, random.chance(4) { model.uniques = [Array(names.suffix(2))] }
        if let name = names.first, let reference = references.first, random.chance(3) {
            model.indexes = [[reference, name]]
        }
    }
}
