import Granary

/// What the objects of one level have in common that are asked for together.
struct GraphAskKey: Hashable {
    /// The position of the entity.
    let entity: Int
    let policy: ReadPolicy
    /// The part, if it has a condition, or a program reads it.
    let own: GraphLink?
}
