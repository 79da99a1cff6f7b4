extension SchemaDraft {
    /// Finds delete rules that contradict each other or their relationship.
    mutating func checkDeleteRules() {
        for side in sides where destinations[side] != nil {
            switch declaration(side).deleteRule ?? .nullify {
            case .nullify: checkNullify(side)
            case .cascade: checkCascade(side)
            case .noAction: checkNoAction(side)
            case .deny: break
            }
            if declaration(side).deletesRemoved { checkDeletingRemoved(side) }
        }
    }

    /// Refuses to delete removed members that may have other owners, or that stay when their owner is deleted.
    private mutating func checkDeletingRemoved(_ side: Side) {
        guard declaration(side).isToMany, let other = inverses[side], !declaration(other).isToMany else {
            report(
                """
                \(label(side)) has `.deletingRemoved`, but its objects may belong to others too; use it for a \
                relationship to many whose inverse is to one.
                """
            )
            return
        }
        switch declaration(side).deleteRule ?? .nullify {
        case .cascade, .deny: break
        case .nullify, .noAction:
            report(
                """
                \(label(side)) deletes objects that are removed, but would keep those of a deleted \
                \(models[side.model].name); give it `onDelete: .cascade` or `.deny`.
                """
            )
        }
    }

    private mutating func checkNullify(_ side: Side) {
        guard let other = inverses[side], !declaration(other).isToMany, !declaration(other).isOptional else {
            return
        }
        report(
            """
            Deleting \(models[side.model].name) would empty \(label(other)), which may not be empty; give \
            \(label(side)) `onDelete: .cascade` or `.deny`.
            """
        )
    }

    private mutating func checkCascade(_ side: Side) {
        guard let other = inverses[side], declaration(side).isToMany, declaration(other).isToMany,
            declaration(other).deleteRule == .cascade, label(side) < label(other)
        else { return }
        report(
            """
            \(label(side)) and \(label(other)) both cascade: deleting one object would delete everything \
            connected with it, both ways; give one side `onDelete: .nullify`.
            """
        )
    }

    private mutating func checkNoAction(_ side: Side) {
        guard !crosses(side) else { return }
        if let other = inverses[side], !declaration(other).isToMany {
            report(
                """
                \(label(side)) has `onDelete: .noAction`, but \(label(other)) would refer to a deleted \
                object, which stores refuse; use .nullify, .cascade or .deny.
                """
            )
        } else if declaration(side).isToMany {
            report(
                """
                \(label(side)) has `onDelete: .noAction`, but its pairs would refer to a deleted object, \
                which stores refuse; use .nullify, .cascade or .deny.
                """
            )
        }
    }

    /// Whether a relationship leads to a model of another configuration.
    func crosses(_ side: Side) -> Bool {
        guard let destination = destinations[side] else { return false }
        return models[side.model].configuration != models[destination].configuration
    }
}
