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
        _ body: @escaping @Sendable (ConformanceBench) async throws -> Void
    ) -> ConformancePromise {
        ConformancePromise(name, category: category, requires: requires, topology: topology, body: body)
    }

    /// Makes promises that hold alike with one store and with two.
    static func everywhere(_ promises: [ConformancePromise]) -> [ConformancePromise] {
        promises.flatMap { promise in
            ConformanceTopology.allCases.map { topology in
                ConformancePromise(
                    "\(promise.name) (\(topology == .together ? "one store" : "two stores"))", category: promise.category,
                    requires: promise.requires, topology: topology, body: promise.body)
            }
        }
    }
}
