/// The progress of a backfill.
public struct BackfillProgress: Sendable, Hashable {
    /// The name of the model whose objects are filled.
    public let model: String
    /// How many objects were without a value at the beginning.
    public let total: Int
    /// How many objects this run has filled.
    public internal(set) var filled = 0
    /// How many objects stay without a value: among those visited so far while it runs, among all when it is complete.
    ///
    /// Once it is 0 in a complete run, the attribute may become required.
    public internal(set) var left = 0
    /// Whether every object has been visited.
    public internal(set) var isComplete = false

    init(model: String, total: Int) {
        self.model = model
        self.total = total
    }

    /// The completed part, from 0 to 1; other saves and backfills at the same time make it inexact.
    public var fraction: Double {
        if isComplete || total == 0 { return 1 }
        return min(Double(filled + left) / Double(total), 1)
    }
}
