import Granary

/// What delete rules have done among the changes of a context.
extension WorkChanges {
    /// The column by which an object belonged to a deleted squad whose rule has deleted or freed it, if others have it
    /// belong elsewhere; `nil` for an object that the program itself has deleted or moved.
    func movedAway(_ change: Change, to theirs: [Value]?, _ named: Set<WorkTouch>?) -> Int? {
        // The column of the squad, of athletes and deals alike.
        let column = 3
        let isRuled =
            change.entity.name == WorkKind.deal.name && change.kind == .deleted
            || change.entity.name == WorkKind.athlete.name && change.kind == .updated
                && change.mine[column] == .null
        guard isRuled, named?.contains(change.touch) != true, let theirs,
            let squad = ObjectKey([change.base[column]]), theirs[column] != change.base[column],
            changes.contains(where: {
                $0.kind == .deleted && $0.entity.name == WorkKind.squad.name && $0.key == squad
            })
        else { return nil }
        return column
    }

    /// Whether an object has changed only in that it lost references, as by rules and by its partners.
    func isOnlyFollowing(_ change: Change) -> Bool {
        change.kind == .updated
            && change.entity.columns.enumerated().allSatisfy { column, definition in
                !change.properties.contains(definition.property)
                    || definition.property >= change.entity.attributes.count && change.mine[column] == .null
            }
    }
}

extension WorkChanges.Change {
    /// The object, as a program names it.
    var touch: WorkTouch { WorkTouch(kind: WorkKind.allCases[entity.index], key: key) }
}

/// The deals that a child is about to delete by a rule, and that its parent has given to another squad or to none.
struct MovedDeals {
    private let parent: ManagedContext
    private let deals: [(deal: any Model, squad: ObjectKey?)]

    /// Looks at what the parent has loaded.
    init(_ changes: WorkChanges, _ named: Set<WorkTouch>, in parent: ManagedContext) throws {
        self.parent = parent
        deals = try changes.changes.compactMap { change in
            guard change.kind == .deleted, change.entity.name == WorkKind.deal.name,
                let deal = parent.graph.loadedObject(change.key.bits, of: change.entity),
                deal.objectState.isIdentified,
                case let values = try deal.columnValues(of: change.entity),
                let column = changes.movedAway(change, to: values, named)
            else { return nil }
            return (deal, ObjectKey([values[column]]))
        }
    }

    /// Throws if one of them is deleted by now, without its squad.
    func check() throws {
        let squads = parent.graph.tables[WorkKind.squad.rawValue].entity
        for (deal, squad) in deals where !deal.objectState.isIdentified {
            let isAlone = squad.map {
                parent.graph.loadedObject($0.bits, of: squads)?.objectState.isIdentified == true
            }
            if isAlone == false { continue }
            throw WorkFault("a rule acted on what the parent had moved away", "Deal \(deal.erasedKey.text)")
        }
    }
}
