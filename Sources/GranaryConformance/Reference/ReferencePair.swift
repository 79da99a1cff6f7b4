import Granary

/// A pair of a many-to-many relationship.
struct ReferencePair: Hashable, Sendable {
    let first: ObjectKey
    let second: ObjectKey
}
