import Granary

extension ExpressionGenerator {
    /// Makes an expression on members of an entity's objects, which may name these, and the objects around them.
    mutating func members<T>(of entity: Entity, _ body: (inout ExpressionGenerator) -> T) -> T {
        let before = (around, isOfQuery)
        around = (isOfQuery ? [] : around) + [entity]
        isOfQuery = false
        defer { (around, isOfQuery) = before }
        return body(&self)
    }

    /// Makes an expression of another query, which may name the objects that it is asked for; `nil` for one that may not.
    mutating func query<T>(for entity: Entity?, _ body: (inout ExpressionGenerator) -> T) -> T {
        let before = (around, isOfQuery)
        (around, isOfQuery) = (entity.map { [$0] } ?? [], true)
        defer { (around, isOfQuery) = before }
        return body(&self)
    }

    /// A value that an object around the condition has; `nil` where none has one of the type.
    mutating func outer(_ type: AttributeType) -> ExpressionTree? {
        guard let owner = further.element(of: around) else { return nil }
        return furthermore { generator in
            generator.attribute(of: [type], on: owner).map { .outer(owner.name, $0.tree) }
        }
    }

    /// Makes something with the further random numbers.
    mutating func furthermore<T>(_ body: (inout ExpressionGenerator) -> T) -> T {
        let main = random
        random = further
        further = SeededGenerator(seed: random.next())
        defer { (random, further) = (main, random) }
        return body(&self)
    }
}
