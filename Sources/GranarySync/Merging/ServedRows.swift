import Granary

/// Rows of one model that a server has served, of a model that is not known here.
protocol ServedList: Sendable {
    /// The name of the model.
    var model: String { get }
    /// The type of the model.
    var type: any Granary.Model.Type { get }
    /// Takes the rows into a context.
    func enter(_ merge: ServedMerge) throws
}

/// Rows of one model that a server has served.
struct ServedRows<Snapshot: ModelSnapshot>: ServedList {
    let rows: [Snapshot]

    var model: String { Snapshot.Object.modelDescription.name }
    var type: any Granary.Model.Type { Snapshot.Object.self }

    func enter(_ merge: ServedMerge) throws { try merge.enter(rows) }
}
