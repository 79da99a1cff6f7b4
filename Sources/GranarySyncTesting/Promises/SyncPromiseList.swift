import Granary
public import GranaryConformance

/// A named list of promises of repositories, of one category.
protocol SyncPromiseList: Sendable, SendableMetatype {
    /// The category of the promises.
    static var category: ConformanceCategory { get }
    /// The promises.
    static var promises: [ConformancePromise] { get }
}

extension SyncPromiseList {
    /// Makes a promise that works in its own stores.
    static func promise(
        _ name: String, needs requires: Capabilities = [],
        _ body: @escaping @Sendable (SyncGround) async throws -> Void
    ) -> ConformancePromise {
        var promise = ConformancePromise(
            name, category: category, requires: requires, mayBeKeptByChance: !requires.isEmpty
        ) { bench in
            try await SyncGround.run(on: bench, body)
        }
        // Entries and merges are rows and saves of a store; what readers get is made of these above it.
        promise.isOfCore = category == .repositories
        return promise
    }
}

extension ConformanceCategory {
    /// Saves that are captured, and writes on their way to a server.
    public static let outbox = ConformanceCategory("C46", "Outbox")
    /// Rows of a server that are merged with writes it lacks.
    public static let merging = ConformanceCategory("C47", "Merging what is served")
    /// Answers of repositories by policy.
    public static let repositories = ConformanceCategory("C49", "Repositories")
}
