/// What a batch changes, and what it assigns, as it is asked of each attempt.
struct CheckedBatch<M: Model> {
    /// The objects to change; other queries may be a part of it.
    let request: FetchRequest
    /// The assignments, made with the same time.
    let assignments: [Assignment<M>]
    /// The assignments, bound.
    let assigned: BatchAssignments
}
