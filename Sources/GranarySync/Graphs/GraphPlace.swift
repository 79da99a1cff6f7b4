import Granary

/// Where a graph has come to: some objects, from which it goes on.
struct GraphPlace: Sendable {
    /// The place in the plan; `nil` where the graph follows everything.
    let node: Int?
    /// The names of the relationships from the roots to here.
    let path: [String]
    let entity: Entity
    /// The objects, each once.
    let keys: [ObjectKey]
}
