/// A key of a ``RecentList``.
///
/// The list mixes no keys itself, as a dictionary does: that is half of what a look-up costs.
protocol RecentKey: Hashable, Sendable {
    /// A number whose highest bits are spread; equal keys have equal ones.
    var mixed: UInt64 { get }
}
