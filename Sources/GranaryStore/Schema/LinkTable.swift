/// The table of pairs behind a many-to-many relationship.
public struct LinkTable: Sendable {
    /// The name of the table.
    public let name: String
    /// The entity whose keys the first half holds.
    public unowned let firstEntity: Entity  // safe: traps where the schema is gone.
    /// The columns of the first half: names and kinds.
    public let firstColumns: [Column]
    /// The entity whose keys the second half holds.
    public unowned let secondEntity: Entity  // safe: traps where the schema is gone.
    /// The columns of the second half.
    public let secondColumns: [Column]

    /// Makes a table of a resolved schema.
    init(_ draft: LinkDraft, _ entities: [Entity]) {
        name = draft.name
        firstEntity = entities[draft.first]
        firstColumns = draft.firstColumns
        secondEntity = entities[draft.second]
        secondColumns = draft.secondColumns
    }

    /// Whether an entity's objects are one half of the pairs, or both.
    package func joins(_ entity: Entity) -> Bool { firstEntity === entity || secondEntity === entity }
}

extension LinkTable: Hashable {
    /// Whether both are the same table of the same schema.
    public static func == (left: LinkTable, right: LinkTable) -> Bool {
        left.name == right.name && left.firstEntity === right.firstEntity
    }

    /// Feeds the table's name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
