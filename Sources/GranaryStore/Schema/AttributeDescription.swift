/// An attribute as the model declares it.
public struct AttributeDescription: Sendable, Hashable {
    /// The name of the property in Swift.
    public var name: String
    /// The name of the column, key or field in a store.
    public var column: String
    /// The kind of value.
    public var type: AttributeType
    /// Whether the value may be missing.
    public var isOptional: Bool
    /// Whether two objects may not have the same value; `nil` never collides.
    public var isUnique: Bool
    /// Whether the store keeps an index for look-ups and order.
    public var isIndexed: Bool
    /// Whether the store keeps an index of the texts without their case, for look-ups that ignore it.
    public var hasFoldedIndex: Bool
    /// The value for rows stored before the attribute was declared, set when their store is migrated.
    public var defaultValue: Value?
    /// The name the attribute had in an earlier version of the model; its values become this one's when a store is
    /// migrated.
    public var renamedFrom: String?
    /// The rules that saved values must satisfy; stores do not know them.
    public var rules: [AttributeRule]
    /// How changes that two sides make at the same time become one value; without a rule, the merge policy decides.
    public var merge: MergeRule?

    /// Makes a description; the column has the property's name unless another is given.
    public init(
        _ name: String, _ type: AttributeType, isOptional: Bool = false, column: String? = nil,
        isUnique: Bool = false, isIndexed: Bool = false, hasFoldedIndex: Bool = false,
        defaultValue: Value? = nil,
        renamedFrom: String? = nil, rules: [AttributeRule] = [], merge: MergeRule? = nil
    ) {
        self.name = name
        self.column = column ?? name
        self.type = type
        self.isOptional = isOptional
        self.isUnique = isUnique
        self.isIndexed = isIndexed
        self.hasFoldedIndex = hasFoldedIndex
        self.defaultValue = defaultValue
        self.renamedFrom = renamedFrom
        self.rules = rules
        self.merge = merge
    }

    /// Makes a description of the kind that `_StoredAttribute.type(of:)` found; the column has the
    /// property's name unless another is given.
    public init(
        _ name: String, _ type: (AttributeType, isOptional: Bool), column: String? = nil,
        isUnique: Bool = false,
        isIndexed: Bool = false, hasFoldedIndex: Bool = false, defaultValue: Value? = nil,
        renamedFrom: String? = nil,
        rules: [AttributeRule] = [], merge: MergeRule? = nil
    ) {
        self.init(
            name, type.0, isOptional: type.isOptional, column: column, isUnique: isUnique,
            isIndexed: isIndexed, hasFoldedIndex: hasFoldedIndex,
            defaultValue: defaultValue, renamedFrom: renamedFrom, rules: rules, merge: merge)
    }
}
