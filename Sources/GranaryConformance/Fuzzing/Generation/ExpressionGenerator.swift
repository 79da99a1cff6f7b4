import Granary

/// Makes random expressions over the entities of a schema that the reference evaluator accepts.
struct ExpressionGenerator {
    let schema: Schema
    /// The keys that rows may have, by entity.
    let keys: [String: [ObjectKey]]
    var random: SeededGenerator
    /// Random numbers of what names outer objects and other queries, which change nothing of the rest of a program.
    var further: SeededGenerator
    /// Whether arithmetic that can fail is wanted: not where the order of evaluation is not promised.
    var mayFail = true
    /// The entities of the objects around the condition that is being made, the innermost last; it may name them.
    var around: [Entity] = []
    /// Whether that condition is the one of another query, on whose members no condition may look further out.
    var isOfQuery = false
    /// Whether expressions may name objects around them.
    var looksOut = true

    init(_ schema: Schema, keys: [String: [ObjectKey]], _ random: SeededGenerator) {
        self.schema = schema
        self.keys = keys
        self.random = random
        var seeds = random
        further = SeededGenerator(seed: seeds.next() &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    }

    /// A path of up to two relationships to one, and the entity at its end.
    mutating func path(from entity: Entity) -> ([String], Entity) {
        var (path, end): ([String], Entity) = ([], entity)
        while path.count < 2, random.chance(3), let step = random.element(of: end.toOne) {
            path.append(step.name)
            end = step.destination
        }
        return (path, end)
    }

    /// A path of relationships to one and a relationship to many at its end.
    mutating func toMany(from entity: Entity) -> ([String], Relationship, Entity)? {
        let (path, end) = path(from: entity)
        return random.element(of: end.toMany).map { (path, $0, $0.destination) }
    }

    /// An attribute of a type, perhaps through relationships; `nil` when there is none.
    mutating func attribute(of types: [AttributeType], on entity: Entity) -> (
        tree: ExpressionTree, type: AttributeType
    )? {
        for _ in 0..<4 {
            let (path, end) = path(from: entity)
            let fitting = end.attributes.filter { types.contains($0.type) }
            if let found = random.element(of: fitting) {
                return (.attribute(path: path, name: found.name), found.type)
            }
        }
        return nil
    }

    /// A key that an entity's rows may have.
    mutating func key(of entity: Entity) -> ObjectKey? {
        random.element(of: keys[entity.name] ?? [])
    }
}
