/// What an attribute is besides a stored value; given to ``Attribute(_:column:default:renamedFrom:)``.
public struct AttributeOption: Sendable, Hashable {
    private enum Kind: Hashable { case primaryKey, unique, indexed }
    private let kind: Kind

    /// The attribute is the primary key, or a part of it when several attributes say so, in declaration
    /// order.
    ///
    /// A single key that is an integer or a UUID is made at insertion when it is not set. What stands for “not set” is no
    /// key that a program can use: the least value of a signed type, the largest of an unsigned one, the nil UUID.
    public static let primaryKey = AttributeOption(kind: .primaryKey)
    /// Two objects may not have the same value; `nil` never collides.
    public static let unique = AttributeOption(kind: .unique)
    /// The store keeps an index, which serves look-ups and orders by the attribute.
    public static let indexed = AttributeOption(kind: .indexed)
}
