extension SelectedLevels {
    /// How each level of a selection is answered, for people; `path` leads to the rows.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in a level.
    func notes(
        on levels: [SelectedLevel], of around: [ExpressionTree.Around], _ path: [String]
    ) throws -> [String] {
        try levels.flatMap { level in
            switch level {
            case .object(let object):
                ["Objects of \(object.model)\(place(path)): one request for those that are not loaded."]
            case .members(let members): try notes(on: members, of: around, path)
            }
        }
    }

    private func notes(
        on members: SelectedMembers, of around: [ExpressionTree.Around], _ path: [String]
    ) throws -> [String] {
        let (relationship, around) = try members.followed(from: around)
        func check<M: Model>(_ type: M.Type) throws {
            _ = try checkedRequest(type, members, MemberPlaces(relationship, of: [], queries), around)
        }
        try check(queries.graph.tables[relationship.destination.index].modelType())
        let inner = path + members.path + [members.relationship]
        let requests =
            if case .link = relationship.storage { "one request for the pairs and one for the rows" } else {
                "one request for all rows"
            }
        var note = "Rows of \(relationship.destination.name)\(place(inner)): \(requests)"
        if members.offset > 0 || members.limit != nil { note += "; the core takes those within the range" }
        let further = try notes(
            on: members.selection.levels,
            of: around + [ExpressionTree.Around(relationship.destination, at: [])], inner)
        return [note + "."] + further
    }

    private func place(_ path: [String]) -> String {
        path.isEmpty ? "" : " at “\(path.joined(separator: "."))”"
    }
}
