/// The way from an object to the graph it is in; empty once the context is closed or gone.
@usableFromInline package final class GraphLink {
    /// The graph; it empties this itself before it goes.
    @usableFromInline package private(set) unowned(unsafe) var graph: ObjectGraph?  // safe: it cuts this.

    /// Makes the way to a graph.
    package init(_ graph: ObjectGraph?) { self.graph = graph }

    /// Leads nowhere from now on.
    func cut() { graph = nil }
}
