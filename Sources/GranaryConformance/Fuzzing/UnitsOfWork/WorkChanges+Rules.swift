import Granary

/// The effects of delete rules among the changes of a context.
extension WorkChanges {
    /// The columns that refer to an object which cannot be deleted without them.
    static var ownings: [(owner: WorkKind, member: WorkKind, column: Int)] {
        [(.squad, .athlete, 3), (.squad, .deal, 3), (.coach, .squad, 4), (.medal, .deal, 4)]
    }

    /// The column by which an object belonged to a deleted squad that has deleted or freed it, if others have it belong
    /// elsewhere.
    func movedAway(_ change: Change, to theirs: [Value]?) -> Int? {
        // The column of the squad, of athletes and deals alike.
        let column = 3
        let isRuled =
            change.entity.name == WorkKind.deal.name && change.kind == .deleted
            || change.entity.name == WorkKind.athlete.name && change.kind == .updated
                && change.mine[column] == .null
        guard isRuled, let theirs, let squad = ObjectKey([change.base[column]]),
            theirs[column] != change.base[column],
            changes.contains(where: {
                $0.kind == .deleted && $0.entity.name == WorkKind.squad.name && $0.key == squad
            })
        else { return nil }
        return column
    }

    /// Whether a deleted medal was the prize of a deal that was to be deleted and was not, or that others have given
    /// another prize.
    func isPrize(_ change: Change, ofDealKeptIn after: WorkDump, _ before: WorkDump) -> Bool {
        guard change.kind == .deleted, change.entity.name == WorkKind.medal.name else { return false }
        return changes.contains { deal in
            guard deal.entity.name == WorkKind.deal.name, deal.kind == .deleted,
                ObjectKey([deal.base[4]]) == change.key
            else { return false }
            return after[deal.entity, deal.key] != nil
                || before[deal.entity, deal.key]?.values[4] != deal.base[4]
        }
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
    private let parent: Context
    private let deals: [(deal: any Model, squad: ObjectKey?)]

    /// Takes the objects that the parent has loaded.
    init(
        _ changes: WorkChanges, _ named: Set<WorkTouch>, _ stored: WorkDump, in parent: Context
    ) throws {
        self.parent = parent
        deals = try changes.changes.compactMap { change in
            guard change.kind == .deleted, change.entity.name == WorkKind.deal.name,
                let deal = parent.graph.tables.loadedObject(change.key.bits, of: change.entity),
                deal._objectState.isIdentified,
                // One that others have deleted leaves the parent when that hears of it.
                !named.contains(change.touch), stored[change.entity, change.key] != nil,
                case let values = try deal.columnValues(of: change.entity),
                let column = changes.movedAway(change, to: values)
            else { return nil }
            return (deal, ObjectKey([values[column]]))
        }
    }

    /// Throws if one of them has been deleted without its squad.
    func check() throws {
        let squads = parent.graph.tables[WorkKind.squad.rawValue].entity
        for (deal, squad) in deals where !deal._objectState.isIdentified {
            let isAlone = squad.map {
                parent.graph.tables.loadedObject($0.bits, of: squads)?._objectState.isIdentified == true
            }
            if isAlone == false { continue }
            throw WorkFault("a rule acted on what the parent had moved away", "Deal \(deal.erasedKey.text)")
        }
    }
}
