import Granary

/// One step of a graph: a relationship that it follows from some of its objects.
struct GraphStep: Sendable {
    /// The names of the relationships from the roots to here.
    let path: [String]
    let link: GraphLink
    let reading: GraphPartReading
    /// The objects whose relationship it is, each once.
    let owners: [ObjectKey]
    /// The place in the plan behind it; `nil` where a graph follows everything.
    let node: Int?
    /// Whether the plan has more behind it, which is looked for only for objects that are there at once.
    let goesOn: Bool

    var relationship: Relationship { link.relationship }
    /// The path as text.
    var name: String { path.joined(separator: ".") }
}

extension GraphStep {
    /// The same step from some of its owners.
    init(_ step: GraphStep, owners: [ObjectKey]) {
        self.init(
            path: step.path, link: step.link, reading: step.reading, owners: owners, node: step.node,
            goesOn: step.goesOn)
    }
}
