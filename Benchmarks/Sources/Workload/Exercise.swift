/// One thing that is measured.
public enum Exercise: String, CaseIterable, Sendable {
    case insert, fetch, filter, object, identity, hit, update, updateIndexed, delete, walk, count, aggregate,
        unit, save

    /// The work, in a few words.
    public var title: String {
        switch self {
        case .insert: "insert all in one save"
        case .fetch: "fetch all into tracked objects"
        case .filter: "fetch 1 % by an indexed attribute"
        case .object: "object by key, one unit of work"
        case .identity: "object by key, identity map"
        case .hit: "the same, 1,000 objects in turn"
        case .update: "update a property of 10 %"
        case .updateIndexed: "update an indexed property of 10 %"
        case .delete: "delete 10 %"
        case .walk: "walk all teams and their players"
        case .count: "count by a condition"
        case .aggregate: "mean and largest, by team"
        case .unit: "a unit of work that reads a row"
        case .save: "a durable save of one row"
        }
    }

    /// The largest ratio to the loop that is wanted.
    public var ratioLimit: Double? {
        switch self {
        case .insert: 1.25
        case .fetch: 1.1
        case .filter: 1.25
        case .object: 1.4
        case .update, .updateIndexed: 1.3
        case .delete: 1.2
        case .walk: 0.8
        case .identity, .hit, .count, .aggregate, .unit, .save: nil
        }
    }

    /// The largest time for one step that is wanted, in nanoseconds.
    public var timeLimit: Double? {
        switch self {
        case .identity, .hit: 120
        case .unit: 40_000
        default: nil
        }
    }

    /// Whether it changes the store, so that each round needs a new copy.
    public var changesStore: Bool {
        switch self {
        case .insert, .update, .updateIndexed, .delete, .save: true
        default: false
        }
    }

    /// How many steps one round has: rows written, read or examined, units of work, saves.
    public func steps(_ workload: Workload) -> Int {
        switch self {
        case .insert, .fetch, .object, .identity, .hit, .walk, .count, .aggregate: workload.rows
        case .update, .updateIndexed, .delete: workload.rows / 10
        case .filter: workload.rows / 100 * workload.filteredScores.count
        case .unit: workload.units
        case .save: workload.saves
        }
    }
}
