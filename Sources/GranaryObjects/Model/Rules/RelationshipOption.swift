/// A property of a relationship; given to ``Relationship(_:inverse:onDelete:column:renamedFrom:)``.
public struct RelationshipOption: Sendable, Hashable {
    private enum Kind: Hashable { case required }
    private let kind: Kind

    /// A save refuses objects whose relationship to one is empty; SQL stores keep its column `NOT NULL`.
    ///
    /// The type stays optional, because the other object may be out of reach, or gone from another store. A store that
    /// holds objects without it is refused when it is opened.
    public static let required = RelationshipOption(kind: .required)
}
