/// What happens to the objects at the other end when an object is deleted.
public enum DeleteRule: String, Sendable, Hashable, Codable {
    /// They forget the deleted object.
    case nullify
    /// They are deleted too.
    case cascade
    /// The deletion is refused while there are any.
    case deny
    /// Nothing: the references dangle and read as `nil`.
    case noAction
}

/// What a model declares of one relationship.
public struct RelationshipDescription: Sendable {
    /// The name of the property in Swift.
    public var name: String
    /// The name of the entity at the other end.
    public var destinationName: String
    /// The model at the other end; `nil` in a schema without Swift types, as tools and tests make them.
    public var destination: (@Sendable () -> any DescribedModel.Type)?
    /// Whether there are many objects at the other end.
    public var isToMany: Bool
    /// Whether a relationship to one may be empty.
    public var isOptional: Bool
    /// The property at the other end that means the same connection, if this side names it.
    public var inverse: String?
    /// What happens to the other end when the owner is deleted; `nil` when the model does not say.
    public var deleteRule: DeleteRule?
    /// The column of a relationship to one, when it is not the property's name; several columns get it as
    /// prefix.
    public var column: String?

    /// Makes a description; a relationship to one may be empty unless said otherwise.
    public init(
        _ name: String, to destinationName: String,
        _ destination: (@Sendable () -> any DescribedModel.Type)? = nil,
        isToMany: Bool,
        isOptional: Bool = true, inverse: String? = nil, deleteRule: DeleteRule? = nil,
        column: String? = nil
    ) {
        self.name = name
        self.destinationName = destinationName
        self.destination = destination
        self.isToMany = isToMany
        self.isOptional = isOptional
        self.inverse = inverse
        self.deleteRule = deleteRule
        self.column = column
    }
}
