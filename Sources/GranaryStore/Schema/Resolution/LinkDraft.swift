/// A table of pairs in a schema that is being resolved.
struct LinkDraft {
    /// The name of the table.
    let name: String
    /// The position of the model whose keys the first half holds.
    let first: Int
    /// The columns of the first half.
    let firstColumns: [Column]
    /// The position of the model whose keys the second half holds.
    let second: Int
    /// The columns of the second half.
    let secondColumns: [Column]
}
