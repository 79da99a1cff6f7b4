/// The link from an object to its graph; empty once the context is closed or gone.
@usableFromInline package final class GraphLink {
    /// The graph; it cuts the link before it is deallocated.
    @usableFromInline package private(set) unowned(unsafe) var graph: ObjectGraph?  // safe: it cuts this.

    /// Tells the log of a change to an object of an entity that has left the context; `nil` without a graph.
    private let tell: ((Entity) -> Void)?

    /// Makes a link to a graph.
    package init(_ graph: ObjectGraph?) {
        self.graph = graph
        // Not the coordinator, which would keep the stores as long as an object that has left its context.
        tell = (graph?.access.coordinator).map { coordinator in
            let (notices, logger) = (coordinator.notices, coordinator.logger)
            return { entity in
                notices.record(.unheldChange, to: logger) {
                    "An object of \(entity.name) (store \(entity.configuration)) was changed that is in no context any more, so nothing saves the change. Fetch the object again in a context, or work with its snapshot."
                }
            }
        }
    }

    /// Tells the log, once a minute at most, of a change to an object that is in no context any more.
    func tellOfUnheldChange(_ entity: Entity) { tell?(entity) }

    /// Cuts the link.
    func cut() { graph = nil }
}
