/// How many objects each side of a join has, which decides how they are joined.
struct JoinSizes {
    let first: Int
    let second: Int

    /// The smaller side, whose rows are kept.
    var kept: JoinLayout.Side { first < second ? .first : .second }
    /// The number of rows that are kept.
    var smaller: Int { min(first, second) }
    /// The number of rows that pass by.
    var larger: Int { max(first, second) }
}
