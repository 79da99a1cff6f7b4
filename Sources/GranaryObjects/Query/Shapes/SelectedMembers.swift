/// The rows of a relationship to many that a row of `select` has in one of its columns.
struct SelectedMembers: Sendable {
    /// The relationships to one that lead to the owner.
    let path: [String]
    /// The relationship to many.
    let relationship: String
    /// The condition that members must satisfy; `nil` for all.
    let predicate: ExpressionTree?
    /// The order of each list.
    let sort: [SortTerm]
    /// The members of each list to skip.
    let offset: Int
    /// The most members of each list; `nil` for no limit.
    let limit: Int?
    /// The filters of models that do not count.
    let lifted: LiftedFilters
    /// What is asked for of each member.
    let selection: Selection
}
