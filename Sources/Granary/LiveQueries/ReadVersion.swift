/// The version of a store that was read.
struct ReadVersion: Sendable {
    /// The commits up to this ticket may have been read; later ones have not.
    let barrier: UInt64
    /// The saves up to this number have been read, and no later ones; `nil` if the store does not know.
    let number: Int64?
    /// Whether it may include saves that the follower will still get one by one.
    var includesUnreported = false

    init(barrier: UInt64, number: Int64? = nil) {
        self.barrier = barrier
        self.number = number
    }
}
