public import Granary

/// Rows that a server has served, of any number of models.
public struct RemotePayload: Sendable {
    /// Whether all rows of the query are there; false for one of several pages.
    public var isWhole = true
    /// The rows, a list for each call that has added some.
    private(set) var lists: [any ServedList] = []

    /// Makes a payload without rows.
    public init() {}

    /// Makes a payload of the rows of one model.
    public init<Snapshot: ModelSnapshot>(_ rows: some Sequence<Snapshot>) { add(rows) }

    /// Adds whole rows of a model; of two with one key, the later one counts.
    public mutating func add<Snapshot: ModelSnapshot>(_ rows: some Sequence<Snapshot>) {
        let rows = Array(rows)
        if !rows.isEmpty { lists.append(ServedRows(rows: rows)) }
    }
}
