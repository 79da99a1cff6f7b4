import Granary

/// A relationship as a part of a graph follows it.
struct GraphLink: Hashable {
    let relationship: Relationship
    /// The part, where it alone has these members, such as those that meet its condition.
    var part: Int?
}
