/// A pair of a many-to-many relationship, by the identity of the two objects.
package struct LinkPair: Hashable {
    /// The object whose key the first half holds.
    package let first: any Model
    /// The object whose key the second half holds.
    package let second: any Model
    /// Whether the objects were connected before the first of the unsaved changes to the pair.
    let wasConnected: Bool
    /// The order in which pairs were noted; it increases with each pair.
    let number: Int

    package static func == (left: LinkPair, right: LinkPair) -> Bool {
        left.first === right.first && left.second === right.second
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(first))
        hasher.combine(ObjectIdentifier(second))
    }
}
