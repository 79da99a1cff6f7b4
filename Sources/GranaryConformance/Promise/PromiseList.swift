import Granary

/// A named list of promises of one category; ``ConformancePromise/all`` contains every list.
protocol PromiseList: Sendable, SendableMetatype {
    /// The category of the promises.
    static var category: ConformanceCategory { get }
    /// The promises.
    static var promises: [ConformancePromise] { get }
    /// Whether the promises are about stored content, so that they can use stores that others have emptied.
    static var areAboutContent: Bool { get }
}

extension PromiseList {
    /// False: each promise gets new stores.
    static var areAboutContent: Bool { false }

    /// Makes a promise of the list's category.
    static func promise(
        _ name: String, needs requires: Capabilities = [], _ topology: ConformanceTopology = .together,
        mayBeKeptByChance: Bool = false,
        _ body: @escaping @Sendable (ConformanceBench) async throws -> Void
    ) -> ConformancePromise {
        var promise = ConformancePromise(
            name, category: category, requires: requires, topology: topology,
            mayBeKeptByChance: mayBeKeptByChance, body: body)
        // A planner may still hold statistics of the rows that an earlier promise has deleted, and scan the table.
        promise.isAboutContent = areAboutContent && !requires.contains(.indexes)
        return promise
    }

    /// Makes a promise for every topology of configurations and stores.
    static func everywhere(
        _ promises: [ConformancePromise], in topologies: [ConformanceTopology] = ConformanceTopology.allCases
    ) -> [ConformancePromise] {
        promises.flatMap { promise in
            topologies.map { topology -> ConformancePromise in
                var spread = ConformancePromise(
                    "\(promise.name) (\(topology.title))", category: promise.category,
                    requires: promise.requires, topology: topology,
                    mayBeKeptByChance: promise.mayBeKeptByChance, body: promise.body)
                spread.isAboutContent = promise.isAboutContent
                return spread
            }
        }
    }
}
