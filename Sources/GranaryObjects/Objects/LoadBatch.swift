/// The objects of one fetch, so that the first access to a relationship can load it for all of them.
///
/// Members are places in the identity map, not references. A place counts only while the object at it refers to this
/// batch.
@usableFromInline package final class LoadBatch {
    /// The link to the graph.
    @usableFromInline package let link: GraphLink
    /// The entity of the members.
    package let entity: Entity
    /// Whether the batch records no members, because its objects were not fetched together.
    @usableFromInline package let isLone: Bool
    /// The members' places in the identity map of the entity.
    // Every access is single: an append, a read or a replacement.
    @exclusivity(unchecked) @usableFromInline package var slots: [UInt32] = []

    /// Whether the batch has fewer than two members, so that nothing can be loaded for several at once.
    @inlinable package var isNarrow: Bool { isLone || slots.count < 2 }

    /// Makes a batch without members.
    package init(link: GraphLink, entity: Entity, isLone: Bool = false) {
        self.link = link
        self.entity = entity
        self.isLone = isLone
    }
}
