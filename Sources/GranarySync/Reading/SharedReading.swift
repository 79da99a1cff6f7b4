import Granary
import Synchronization

/// The answers of the requests of one group of calls; no request is made twice.
final class SharedReading: Sendable {
    /// The group that the present task belongs to.
    @TaskLocal static var current: SharedReading?

    private let owner: ObjectIdentifier
    private let answers = Mutex<[String: ServedAnswer]>([:])

    init(of core: RepositoryCore) { owner = ObjectIdentifier(core) }

    /// The group of the present task, if it is one of these repositories.
    static func present(of core: RepositoryCore) -> SharedReading? {
        current.flatMap { $0.owner == ObjectIdentifier(core) ? $0 : nil }
    }

    /// The answer to a request that was made before.
    func answer(_ name: String) -> ServedAnswer? { answers.withLock { $0[name] } }

    /// Notes the answer to a request.
    func note(_ answer: ServedAnswer, _ name: String) { answers.withLock { $0[name] = answer } }
}

extension Repositories {
    /// Makes several calls that share what the server serves: a request that one of them has made is not made again by
    /// the others, regardless of their policies.
    ///
    /// ```swift
    /// let repositories = try await Repositories(stack, source: server)
    /// let shares = try await repositories.reading {
    ///     let late = try await repositories[Flight.self].fetch(Flight.where { $0.delay > 30 }, .remote)
    ///     let all = try await repositories[Flight.self].count(Flight.where { $0.delay > 30 }, .remote)
    ///     return late.count == all
    /// }
    /// print(shares)
    /// ```
    ///
    /// Tasks that the calls make belong to the group too. A call with ``ReadPolicy/reloading`` shares only with others of
    /// its kind.
    ///
    /// - Throws: what the body throws.
    public nonisolated(nonsending) func reading<R>(_ body: () async throws -> R) async rethrows -> R {
        try await SharedReading.$current.withValue(SharedReading(of: core)) { try await body() }
    }
}
