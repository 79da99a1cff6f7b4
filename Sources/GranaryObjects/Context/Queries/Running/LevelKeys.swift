/// The columns of a selection together with the keys by which its lists and objects are found.
struct LevelKeys {
    /// The selection's expressions, and then those parts of keys that are not among them.
    private(set) var columns: [ExpressionTree]
    /// The positions of each level's key in the columns.
    private(set) var positions: [[Int]] = []

    /// Adds the keys of a selection from an entity's rows.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a relationship that the entity does not have.
    init(_ selection: Selection, from entity: Entity) throws {
        columns = selection.values
        for level in selection.levels {
            let key: [ExpressionTree]
            switch level {
            case .object(let object): key = object.key
            case .members(let members):
                let owner = try members.owner(from: entity)
                key = owner.model.key.map { .attribute(path: members.path, name: $0) }
            }
            positions.append(key.map { position(of: $0) })
        }
    }

    private mutating func position(of part: ExpressionTree) -> Int {
        if let known = columns.firstIndex(of: part) { return known }
        columns.append(part)
        return columns.count - 1
    }
}

extension SelectedMembers {
    /// The entity that has the relationship, as seen from the rows of another.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a name that does not exist.
    func owner(from entity: Entity) throws -> Entity {
        try path.reduce(entity) { try $0.followed($1).destination }
    }

    /// The relationship, seen from the innermost of some objects around, and the paths by which its members reach them.
    ///
    /// The members reach none where each has no single owner, or where that is an object at the end of the path.
    ///
    /// - Throws: as ``owner(from:)``.
    func followed(
        from around: [ExpressionTree.Around]
    ) throws -> (Relationship, around: [ExpressionTree.Around]) {
        guard let entity = around.last?.entity else {
            throw GranaryError(.query, "A list of “\(relationship)” is no column of any row.")
        }
        let followed = try owner(from: entity).followed(relationship)
        guard path.isEmpty, case .destinationColumns(let inverse) = followed.storage else {
            return (followed, [])
        }
        return (
            followed, around.map { ExpressionTree.Around($0.entity, at: [inverse.name] + $0.path) }
        )
    }
}
