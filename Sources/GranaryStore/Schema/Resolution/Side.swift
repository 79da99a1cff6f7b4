/// One relationship of one model, by position.
struct Side: Hashable {
    /// The position of the model in the draft.
    let model: Int
    /// The position of the relationship in the model's declaration.
    let relationship: Int
}
