/// A relationship as the model declares it, with its inverse resolved.
public struct StoredRelationship: Sendable, Hashable, Codable {
    /// The name of the property in Swift.
    public var name: String
    /// The name of the model that it leads to.
    public var destination: String
    /// Whether it leads to many objects.
    public var isToMany: Bool
    /// Whether it may be empty.
    public var isOptional: Bool
    /// The relationship of the other model that means the same connection.
    public var inverse: String?
    /// The effect of deleting an object on the other side.
    public var deleteRule: DeleteRule
    /// The columns of a relationship to one.
    public var columns: [String]
    /// The name it had in an earlier version, as the model declares it.
    public var renamedFrom: String?
    /// The table of its pairs, for a relationship from many to many.
    public var pairs: String?
}

extension StoredRelationship {
    /// Whether the first half of its pairs holds the keys of a model that has it, given the tables of both halves.
    ///
    /// Between two relationships of one model their names decide, as in a schema.
    func isFirst(of owner: String, among halves: [String]) -> Bool {
        guard halves.count == 2 else { return true }
        if halves[0] != halves[1] { return halves[0] == owner }
        return inverse.map { name < $0 } ?? true
    }

    /// The same for an entity and its table of pairs.
    func isFirst(of owner: Entity, in link: LinkTable) -> Bool {
        isFirst(of: owner.table, among: [link.firstEntity.table, link.secondEntity.table])
    }
}
