import Granary

/// A named list of promises of one category; every list stands in ``ConformancePromise/all``.
protocol PromiseList: Sendable, SendableMetatype {
    /// The category of the promises.
    static var category: ConformanceCategory { get }
    /// The promises.
    static var promises: [ConformancePromise] { get }
}

extension PromiseList {
    /// Makes a promise of the list's category.
    static func promise(
        _ name: String, needs requires: Capabilities = [], _ topology: ConformanceTopology = .together,
        mayBeKeptByChance: Bool = false,
        _ body: @escaping @Sendable (ConformanceBench) async throws -> Void
    ) -> ConformancePromise {
        ConformancePromise(
            name, category: category, requires: requires, topology: topology,
            mayBeKeptByChance: mayBeKeptByChance, body: body)
    }

    /// Makes promises that hold alike however the models are spread over configurations and stores.
    static func everywhere(
        _ promises: [ConformancePromise], in topologies: [ConformanceTopology] = ConformanceTopology.allCases
    ) -> [ConformancePromise] {
        promises.flatMap { promise in
            topologies.map { topology in
                ConformancePromise(
                    "\(promise.name) (\(topology.title))", category: promise.category,
                    requires: promise.requires, topology: topology,
                    mayBeKeptByChance: promise.mayBeKeptByChance, body: promise.body)
            }
        }
    }
}
