/// A property of an attribute, such as being the primary key; given to ``Attribute(_:column:default:renamedFrom:)``.
public struct AttributeOption: Sendable, Hashable {
    private enum Kind: Hashable { case primaryKey, unique, indexed, folded, rule }
    private let kind: Kind

    /// A rule, which only the macro reads.
    static let rule = AttributeOption(kind: .rule)

    /// The attribute is the primary key, or a part of it when several attributes say so, in declaration
    /// order.
    ///
    /// Insertion generates a single key that is an integer or a UUID, unless the program has set it. Programs cannot
    /// use the values that mean “not set”: the least value of a signed type, the largest of an unsigned one, and the
    /// nil UUID.
    public static let primaryKey = AttributeOption(kind: .primaryKey)
    /// Two objects may not have the same value; `nil` never collides.
    public static let unique = AttributeOption(kind: .unique)
    /// The store keeps an index for look-ups and orders by the attribute.
    public static let indexed = AttributeOption(kind: .indexed)
    /// The store keeps an index of the texts without their case, which finds what `equals` and `hasPrefix` ask for with
    /// ``TextOptions/caseInsensitive``; written `.indexed(.caseInsensitive)`, next to `.indexed` or alone.
    ///
    /// The macro takes no other options.
    public static func indexed(_ options: TextOptions) -> AttributeOption {
        AttributeOption(kind: .folded)
    }
}
