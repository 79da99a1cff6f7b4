/// The link from an object to its graph; empty once the context is closed or gone.
@usableFromInline package final class GraphLink {
    /// The graph; it cuts the link before it is deallocated.
    @usableFromInline package private(set) unowned(unsafe) var graph: ObjectGraph?  // safe: it cuts this.

    /// Makes a link to a graph.
    package init(_ graph: ObjectGraph?) { self.graph = graph }

    /// Cuts the link.
    func cut() { graph = nil }
}
