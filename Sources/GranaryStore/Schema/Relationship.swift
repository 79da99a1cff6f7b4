/// A relationship of a schema, with its destination and inverse resolved.
///
/// Only ``Schema`` makes relationships. They never change, and each exists once, so identity is equality. A
/// relationship does not keep its entities alive: hold the schema for as long as you use it.
public final class Relationship: Sendable {
    /// How a store keeps the connection.
    public enum Storage: Sendable, Hashable {
        /// In foreign key columns of the owner (every relationship to one).
        case ownColumns
        /// In the foreign key columns of the inverse, a relationship to one of the destination.
        case destinationColumns(inverse: Relationship)
        /// In a table of pairs.
        ///
        /// `isFirst` says which of the pair's two halves is this side's owner.
        case link(LinkTable, isFirst: Bool)
    }

    /// The name of the property in Swift.
    public let name: String
    /// The entity that has the relationship.
    public unowned let owner: Entity  // safe: traps where the schema is gone.
    /// The destination entity.
    public unowned let destination: Entity  // safe: traps where the schema is gone.
    /// Whether the relationship is to many.
    public let isToMany: Bool
    /// Whether a relationship to one may be empty.
    public let isOptional: Bool
    /// The effect on the destination of deleting the owner.
    public let deleteRule: DeleteRule
    /// Whether a save deletes the objects that were removed from a relationship to many and have no other owner.
    public let deletesRemoved: Bool
    /// Whether the two entities belong to different configurations.
    ///
    /// Such a relationship is a reference by key without a foreign key constraint; a dangling one reads as `nil`.
    public let crossesConfigurations: Bool
    /// How the connection is stored.
    public let storage: Storage
    /// The owner's columns that hold the key of the destination; empty for relationships to many.
    public let columns: Range<Int>
    /// The position among the owner's relationships to one, or among those to many.
    public let position: Int
    /// The position of a relationship to one in a ``PropertySet``; -1 for those to many, which have none.
    public let property: Int

    /// The inverse relationship, if there is one.
    public var inverse: Relationship? { other }

    @exclusivity(unchecked) nonisolated(unsafe)  // safe: set once, before the schema is shared.
        private unowned var other: Relationship?  // safe: as owner and destination.

    /// Makes a relationship without an inverse.
    init(
        _ declared: RelationshipDescription, of owner: Entity, to destination: Entity, storage: Storage,
        columns: Range<Int>, position: Int
    ) {
        name = declared.name
        self.owner = owner
        self.destination = destination
        isToMany = declared.isToMany
        isOptional = declared.isOptional
        deleteRule = declared.deleteRule ?? .nullify
        deletesRemoved = declared.deletesRemoved
        crossesConfigurations = owner.configuration != destination.configuration
        self.storage = storage
        self.columns = columns
        self.position = position
        property = declared.isToMany ? -1 : owner.attributes.count + position
    }

    /// Connects the two sides; called once, while the schema is made.
    func connect(to inverse: Relationship) {
        other = inverse
        inverse.other = self
    }

    /// The inverse, if it is to one.
    package var inverseToOne: Relationship? { other.flatMap { $0.isToMany ? nil : $0 } }

    /// The inverse, if it is to many.
    package var inverseToMany: Relationship? { other.flatMap { $0.isToMany ? $0 : nil } }

    /// Whether both sides are to one.
    package var isOneToOne: Bool { !isToMany && inverseToOne != nil }

    /// Whether pairs of both owners' keys are stored.
    package var isManyToMany: Bool { if case .link = storage { true } else { false } }

    /// The entity's name and the relationship's own, as messages name it.
    package var label: String { "\(owner.name).\(name)" }
}

extension Relationship: Hashable {
    /// Whether both are the same relationship of the same schema.
    public static func == (left: Relationship, right: Relationship) -> Bool { left === right }

    /// Feeds the relationship's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
