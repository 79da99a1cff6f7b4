/// A row of a live result, shared by the results that hold it.
final class LiveRow<M: Model>: Sendable {
    /// The values.
    let snapshot: M.Snapshot
    /// The bits of the key.
    let bits: KeyBits
    /// The version, which is the number of the save that wrote the row.
    let version: Int64
    /// The values that the result is ordered by, with the key at the end.
    let order: [Value]

    init(_ snapshot: M.Snapshot, _ bits: KeyBits, version: Int64, order: [Value]) {
        self.snapshot = snapshot
        self.bits = bits
        self.version = version
        self.order = order
    }
}
