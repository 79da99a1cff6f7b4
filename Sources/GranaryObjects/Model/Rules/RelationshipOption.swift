/// A property of a relationship; given to ``Relationship(_:inverse:onDelete:column:renamedFrom:)``.
public struct RelationshipOption: Sendable, Hashable {
    private enum Kind: Hashable { case required, deletingRemoved, table(String) }
    private let kind: Kind

    /// A save refuses objects whose relationship to one is empty; SQL stores keep its column `NOT NULL`.
    ///
    /// The type stays optional, because the other object may be out of reach, or gone from another store. A store that
    /// holds objects without it is refused when it is opened.
    public static let required = RelationshipOption(kind: .required)

    /// A save deletes objects that were removed from the relationship, which is to many, and that no other owner has
    /// taken.
    ///
    /// The inverse is to one, and the delete rule ``DeleteRule/cascade`` or ``DeleteRule/deny``. Setting the inverse to
    /// `nil` removes an object too. Until the save the object stays, and may go to another owner; then its delete rules
    /// apply. Stores do not record the option.
    public static let deletingRemoved = RelationshipOption(kind: .deletingRemoved)

    /// The name of the table of pairs of a relationship of many to many, of at most 63 bytes; one of the two sides names it.
    ///
    /// Without it the table has the name of a model's table with that of its relationship, such as `Film_tags`. With
    /// another name the table is renamed when a store is migrated, and the pairs stay.
    public static func table(_ name: StaticString) -> RelationshipOption {
        RelationshipOption(kind: .table("\(name)"))
    }
}
