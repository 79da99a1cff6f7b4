/// All changes of one save to one store, committed as a whole or not at all.
///
/// Only the final state counts: unique values may be swapped, rows may refer to each other in cycles, a key may be
/// deleted and inserted again.
public struct ChangeSet {
    /// The rows to delete, by entity.
    public var deletes: [DeleteBatch] = []
    /// The rows to change, by entity.
    public var updates: [UpdateBatch] = []
    /// The rows to insert, by entity, referenced entities first where there is no cycle.
    public var inserts: [InsertBatch] = []
    /// The pairs to add to and remove from link tables.
    public var links: [LinkBatch] = []
    /// Rows that must still have the version this context read, though it does not change them.
    public var requirements: [DeleteBatch] = []

    /// Makes an empty change set.
    public init() {}

    /// Whether nothing is changed.
    public var isEmpty: Bool {
        deletes.isEmpty && updates.isEmpty && inserts.isEmpty && links.isEmpty && requirements.isEmpty
    }

    /// The positions of the entities whose rows or pairs change.
    package var changedEntities: Set<Int> {
        var entities = Set(deletes.map(\.entity.index) + updates.map(\.entity.index))
        entities.formUnion(inserts.map(\.entity.index))
        for batch in links {
            entities.formUnion([batch.table.firstEntity.index, batch.table.secondEntity.index])
        }
        return entities
    }

    /// Every row that must be in the store, with the version it must have.
    package var readVersions: [DeleteBatch] {
        requirements + deletes
            + updates.map { DeleteBatch(entity: $0.entity, rows: $0.rows.map { ($0.key, $0.version) }) }
    }
}
