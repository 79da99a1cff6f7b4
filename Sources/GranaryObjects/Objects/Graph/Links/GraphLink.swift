internal import Logging

/// The link from an object to its graph; empty once the context is closed or gone.
@usableFromInline package final class GraphLink {
    /// The graph; it cuts the link before it is deallocated.
    @usableFromInline package private(set) unowned(unsafe) var graph: ObjectGraph?  // safe: it cuts this.

    /// Where to report what a program does with objects that have left the context; `nil` without a graph.
    // Not the coordinator, which would keep the stores as long as an object that has left its context.
    private let reports: (notices: RareNotices, logger: Logger, errors: UnattendedErrors)?
    /// The relationships whose reading was reported.
    @exclusivity(unchecked) private var reported: Set<String> = []

    /// Makes a link to a graph.
    package init(_ graph: ObjectGraph?) {
        self.graph = graph
        reports = (graph?.access.coordinator).map { ($0.notices, $0.logger, $0.errors) }
    }

    /// Logs, once a minute at most, a change to an object that is in no context any more.
    func tellOfUnheldChange(_ entity: Entity) {
        guard let reports else { return }
        reports.notices.record(.unheldChange, to: reports.logger) {
            "An object of \(entity.name) (store \(entity.configuration)) was changed that is in no context any more, so nothing saves the change. Fetch the object again in a context, or work with its snapshot."
        }
    }

    /// Reports, once for each relationship, that one of an object was read which is in no context any more, so that
    /// nothing could load it.
    func reportUnheldRead(of relationship: String, _ entity: Entity) {
        let label = "\(entity.name).\(relationship)"
        guard let reports, reported.insert(label).inserted else { return }
        let error = GranaryError(
            .closed,
            "\(label) of an object that is in no context any more was read, so it read as empty, whatever the store holds. Keep the context as long as its objects, or fetch the object again in a context.",
            context: .init(entity: entity.name, properties: [relationship]))
        reports.errors.report(error, during: .reading, "\(error.message) (store \(entity.configuration))")
    }

    /// Cuts the link.
    func cut() { graph = nil }
}
