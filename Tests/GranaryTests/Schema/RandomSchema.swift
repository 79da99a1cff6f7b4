import Granary
import GranaryConformance

/// Random models, some of them wrong: the same for the same seed.
struct RandomSchema {
    private var random: SeededGenerator
    private(set) var models: [ModelDescription] = []
    private(set) var configurations: [String: [String]] = [:]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let names = (0..<Int.random(in: 1...4, using: &random)).map { "M\($0)" }
        for name in names { models.append(model(name, among: names)) }
        guard Bool.random(using: &random) else { return }
        for name in names { configurations[chance(4) ? "Y" : "X", default: []].append(name) }
    }

    private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

    private mutating func pick<T>(_ values: [T]) -> T {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func model(_ name: String, among names: [String]) -> ModelDescription {
        let types: [AttributeType] = chance(20) ? AttributeType.allCases : [.integer, .text, .uuid]
        var attributes = [AttributeDescription("k0", pick(types)), AttributeDescription("k1", pick(types))]
        for index in 0..<Int.random(in: 0...4, using: &random) {
            attributes.append(
                AttributeDescription(
                    chance(60) ? "k0" : "a\(index)", pick(AttributeType.allCases.filter { $0 != .json }),
                    isOptional: chance(2),
                    column: chance(40) ? pick(["granary_version", "A0", "", "ok"]) : nil,
                    isUnique: chance(5), isIndexed: chance(4)))
        }
        var relationships: [RelationshipDescription] = []
        for index in 0..<Int.random(in: 0...3, using: &random) {
            relationships.append(relationship("r\(index)", among: names))
        }
        let known = attributes.map(\.name) + relationships.map(\.name)
        return ModelDescription(
            name: name, attributes: attributes, relationships: relationships,
            key: chance(60) ? [] : chance(3) ? ["k0", "k1"] : ["k0"],
            uniques: chance(4) ? [[pick(known), pick(known)]] : [],
            indexes: chance(4) ? [[pick(known), pick(known)]] : [])
    }

    private mutating func relationship(_ name: String, among names: [String]) -> RelationshipDescription {
        let rules: [DeleteRule?] = [nil, nil, nil, .nullify, .cascade, .deny, .noAction]
        return RelationshipDescription(
            name, to: chance(40) ? "Missing" : pick(names), isToMany: chance(2), isOptional: !chance(8),
            inverse: chance(4) ? pick(["r0", "r1", "r2"]) : nil, deleteRule: pick(rules),
            column: chance(6) ? "c_\(name)" : nil)
    }
}
