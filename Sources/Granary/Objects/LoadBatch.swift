/// The objects that one fetch made, so that the first access to a relationship can load it for all of them.
///
/// Members are places in the identity map, not references: a place counts only while the object in it still
/// names this batch.
@usableFromInline package final class LoadBatch {
    /// The way to the graph.
    @usableFromInline package let link: GraphLink
    /// The entity of the members.
    package let entity: Entity
    /// Whether the batch notes no members, because its objects were not fetched together.
    @usableFromInline package let isLone: Bool
    /// The members' places in the identity map of the entity.
    // One access at a time: each appends, reads or replaces.
    @exclusivity(unchecked) @usableFromInline package var slots: [UInt32] = []

    /// Whether nothing can be loaded for several objects of the batch at once.
    @inlinable package var isNarrow: Bool { isLone || slots.count < 2 }

    /// Makes a batch without members.
    package init(link: GraphLink, entity: Entity, isLone: Bool = false) {
        self.link = link
        self.entity = entity
        self.isLone = isLone
    }
}
