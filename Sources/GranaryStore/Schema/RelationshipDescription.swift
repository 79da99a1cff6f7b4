/// A relationship as the model declares it.
public struct RelationshipDescription: Sendable {
    /// The name of the property in Swift.
    public var name: String
    /// The name of the destination entity.
    public var destinationName: String
    /// The destination model; `nil` in a schema without Swift types, such as one that a tool or a test builds.
    public var destination: (@Sendable () -> any DescribedModel.Type)?
    /// Whether the relationship is to many.
    public var isToMany: Bool
    /// Whether a relationship to one may be empty.
    public var isOptional: Bool
    /// The inverse property of the destination, if this side names it.
    public var inverse: String?
    /// The delete rule that the model declares, if any.
    public var deleteRule: DeleteRule?
    /// The column of a relationship to one, when it is not the property's name; several columns get it as
    /// prefix.
    public var column: String?
    /// The name of the relationship in an earlier version of the model; its pairs stay when a store is migrated.
    public var renamedFrom: String?
    /// Whether a save deletes the objects that were removed from the relationship, which is to many.
    public var deletesRemoved = false
    /// The name of the table of pairs, if this side names it.
    public var pairsTable: String?

    /// Makes a description; a relationship to one may be empty by default.
    public init(
        _ name: String, to destinationName: String,
        _ destination: (@Sendable () -> any DescribedModel.Type)? = nil,
        isToMany: Bool,
        isOptional: Bool = true, inverse: String? = nil, deleteRule: DeleteRule? = nil,
        column: String? = nil, renamedFrom: String? = nil
    ) {
        self.name = name
        self.destinationName = destinationName
        self.destination = destination
        self.isToMany = isToMany
        self.isOptional = isOptional
        self.inverse = inverse
        self.deleteRule = deleteRule
        self.column = column
        self.renamedFrom = renamedFrom
    }

    /// The same relationship, from which a save deletes the objects that were removed.
    public func deletingRemoved() -> RelationshipDescription {
        var description = self
        description.deletesRemoved = true
        return description
    }

    /// The same relationship, whose pairs are in a table with a name.
    public func inTable(_ name: String) -> RelationshipDescription {
        var description = self
        description.pairsTable = name
        return description
    }
}
