public import Granary

/// Reads the objects of a part of a graph in place of its repository, and returns them.
///
/// What it returns is in the graph, whether it is stored or not; an object that was not asked for is left out. In a graph
/// that is followed, the store's values count as soon as it has the object, and the others stay as they were returned.
public typealias GraphFetch<Target: Model> =
    @Sendable (_ request: GraphRequest<Target>) async throws -> [Target.Snapshot]
