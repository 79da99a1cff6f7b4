/// A relationship as a schema has resolved it.
public struct Relationship: Sendable, Hashable {
    /// How a store keeps the connection.
    public enum Storage: Sendable, Hashable {
        /// In foreign key columns of the owner (every relationship to one).
        case ownColumns
        /// In the foreign key columns of the destination's relationship of this name.
        case destinationColumns(inverse: String)
        /// In a table of pairs.
        ///
        /// `isFirst` says which of the pair's two halves is this side's owner.
        case link(LinkTable, isFirst: Bool)
    }

    /// The name of the property in Swift.
    public let name: String
    /// The name of the owning entity.
    public let entity: String
    /// The name of the entity at the other end.
    public let destination: String
    /// Whether there are many objects at the other end.
    public let isToMany: Bool
    /// Whether a relationship to one may be empty.
    public let isOptional: Bool
    /// The name of the other side's property, when there is one.
    public let inverse: String?
    /// What happens to the other end when the owner is deleted.
    public let deleteRule: DeleteRule
    /// Whether the two entities belong to different configurations: then it is a reference by key, without
    /// an engine constraint, and a dangling one reads as `nil`.
    public let crossesConfigurations: Bool
    /// How the connection is stored.
    public let storage: Storage
    /// The owner's columns that hold the key of the destination; empty for relationships to many.
    public let columns: Range<Int>
    /// The position in a ``PropertySet`` for a relationship to one, else the position among those to many.
    public let position: Int
}

/// The table of pairs behind a many-to-many relationship.
public struct LinkTable: Sendable, Hashable {
    /// The name of the table.
    public var name: String
    /// The entity whose keys the first half holds, and that half's columns.
    public var firstEntity: String
    /// The columns of the first half: names and kinds.
    public var firstColumns: [Column]
    /// The entity whose keys the second half holds.
    public var secondEntity: String
    /// The columns of the second half.
    public var secondColumns: [Column]
}
