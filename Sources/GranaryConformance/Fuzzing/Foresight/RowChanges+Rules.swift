import Granary

/// The effects of delete rules among the changes of a context.
extension RowChanges {
    /// The columns that refer to an object which cannot be deleted without them.
    static var ownings: [(owner: Int, member: Int, column: Int)] {
        [
            (Club.squad, Club.athlete, 3), (Club.squad, Club.deal, 3), (Club.coach, Club.squad, 4),
            (Club.medal, Club.deal, 4),
        ]
    }

    /// The column by which an object belonged to a deleted squad that has deleted or freed it, if others have it belong
    /// elsewhere.
    func movedAway(_ change: Change, to theirs: [Value]?) -> Int? {
        // The column of the squad, of athletes and deals alike.
        let column = 3
        let isRuled =
            change.entity.index == Club.deal && change.kind == .deleted
            || change.entity.index == Club.athlete && change.kind == .updated
                && change.mine[column] == .null
        guard isRuled, let theirs, let squad = ObjectKey([change.base[column]]),
            theirs[column] != change.base[column],
            changes.contains(where: {
                $0.kind == .deleted && $0.entity.index == Club.squad && $0.key == squad
            })
        else { return nil }
        return column
    }

    /// Whether a deleted medal was the prize of a deal that was to be deleted and was not, or that others have given
    /// another prize.
    func isPrize(_ change: Change, ofDealKeptIn after: RowDump, _ before: RowDump) -> Bool {
        guard change.kind == .deleted, change.entity.index == Club.medal else { return false }
        return changes.contains { deal in
            guard deal.entity.index == Club.deal, deal.kind == .deleted,
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

extension RowChanges.Change {
    /// The object, as a program names it.
    var touch: ObjectName { ObjectName(kind: entity.index, key: key) }
}

/// The deals that a child is about to delete by a rule, and that its parent has given to another squad or to none.
struct MovedDeals {
    private let parent: Context
    private let deals: [(deal: any Model, squad: ObjectKey?)]

    /// Takes the objects that the parent has loaded.
    init(
        _ changes: RowChanges, _ named: Set<ObjectName>, _ stored: RowDump, in parent: Context
    ) throws {
        self.parent = parent
        deals = try changes.changes.compactMap { change in
            guard change.kind == .deleted, change.entity.index == Club.deal,
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
        let squads = parent.graph.tables[Club.squad].entity
        for (deal, squad) in deals where !deal._objectState.isIdentified {
            let isAlone = squad.map {
                parent.graph.tables.loadedObject($0.bits, of: squads)?._objectState.isIdentified == true
            }
            if isAlone == false { continue }
            throw ProgramFault(
                "a rule acted on what the parent had moved away", "Deal \(deal.erasedKey.text)")
        }
    }
}
