import Granary

/// Rows of one model that a server has served.
struct ServedRows<Snapshot: ModelSnapshot>: ServedList {
    let rows: [Snapshot]

    var model: String { Snapshot.Object.modelDescription.name }
    var type: any Granary.Model.Type { Snapshot.Object.self }

    func enter(_ merge: ServedMerge) throws { try merge.enter(rows) }
}
