/// The version of a cached row: how often saves may have changed it when it was read.
struct CachedVersion: Sendable, Equatable {
    /// The changes of rows like it.
    let single: UInt64
    /// The changes of the whole model.
    let whole: UInt64
}
