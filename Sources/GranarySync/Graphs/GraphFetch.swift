public import Granary

/// Reads the objects of a part of a graph in place of its repository, and returns them.
///
/// What it returns is in the graph, whether it is stored or not; an object that was not asked for is left out. In a graph
/// that is followed, the store's values count as soon as it has the object, and the others stay as they were returned.
///
/// It is called only while the access policies allow everything of the models that the request is about, and what it
/// returns counts only if they still do. The contract of the part, or else of the graph, checks what it returns.
public typealias GraphFetch<Target: Model> =
    @Sendable (_ request: GraphRequest<Target>) async throws -> [Target.Snapshot]

extension Repository {
    /// What a program returns in place of the repository, for one who may have it before and after the call.
    ///
    /// - Throws: ``GranaryError/Code/accessDenied``; what the program throws.
    nonisolated(nonsending) func returned(
        for request: GraphRequest<M>, by fetch: @escaping GraphFetch<M>
    ) async throws -> [M.Snapshot] {
        let right = core.right(to: .query(request.query), terms)
        try right.require(.all)
        let returned = try await LeavableWork.run { try await fetch(request) }
        // As for values of a server that are not stored: without the right to ask for them, nobody has them.
        try right.require(.all)
        return returned
    }
}
