public import Granary

/// A query that only the server can answer, such as a search or a list that it puts together.
///
/// The store keeps the identities of its answer in the server's order, and so answers it too, without a connection.
///
/// ```swift
/// let repositories = try await Repositories(stack, source: server)
/// let nearby = try await repositories[Flight.self].fetch(.named("nearby", ["city": .text("Boston")]))
/// ```
public struct NamedQuery<M: Model>: Sendable, Hashable {
    /// The name, by which the source knows what to ask for.
    public let name: String
    /// The parameters.
    public let parameters: [String: Value]

    /// A query with a name.
    ///
    /// - Parameters:
    ///   - name: the name, by which the source knows what to ask for.
    ///   - parameters: the parameters; each set of them has a separate answer.
    /// - Returns: the query.
    public static func named(_ name: String, _ parameters: [String: Value] = [:]) -> NamedQuery {
        NamedQuery(name: name, parameters: parameters)
    }
}
