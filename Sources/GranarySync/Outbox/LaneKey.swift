/// A lane with the source that its writes go to.
struct LaneKey: Sendable, Hashable {
    let source: String
    let name: String
}
