public import Granary
public import Testing

/// One behaviour that every backend must have: a name, the capabilities it needs, and a body that checks it.
///
/// The whole test of a backend is one harness and one parametrised test, which includes promises that are added later:
///
/// ```swift
/// @Test(arguments: harness.promises) func keeps(_ promise: ConformancePromise) async throws {
///     try await promise.verify(on: harness)
/// }
/// ```
public struct ConformancePromise: Sendable {
    /// The promise as a sentence, unique among all promises.
    public let name: String
    /// The group of behaviours it belongs to.
    public let category: ConformanceCategory
    /// The capabilities that a backend must claim for the promise to apply.
    public let requires: Capabilities
    /// How the configurations of the kit's models are spread over stores.
    public let topology: ConformanceTopology
    /// Whether a backend can keep the promise without claiming the capabilities it needs.
    ///
    /// An example is a promise about speed, on a fast machine or with few rows: keeping it then says nothing about the
    /// claims.
    public let mayBeKeptByChance: Bool
    let body: @Sendable (ConformanceBench) async throws -> Void
    /// Whether the core keeps the promise over any store, so that most harnesses check a sample of such promises.
    public package(set) var isOfCore = false
    /// Whether the promise is about stored content, so that it can use stores that another promise has left empty.
    var isAboutContent = false

    /// Makes a promise.
    ///
    /// - Parameters:
    ///   - name: The promise as a sentence.
    ///   - category: The group of behaviours it belongs to.
    ///   - requires: The capabilities without which the promise does not apply to a backend.
    ///   - topology: How the kit's configurations are spread over stores.
    ///   - mayBeKeptByChance: Whether a backend can keep it without claiming the capabilities it needs.
    ///   - body: The check: returns if the promise is kept, throws if it is broken.
    public init(
        _ name: String, category: ConformanceCategory, requires: Capabilities = [],
        topology: ConformanceTopology = .together, mayBeKeptByChance: Bool = false,
        body: @escaping @Sendable (ConformanceBench) async throws -> Void
    ) {
        self.name = name
        self.category = category
        self.requires = requires
        self.topology = topology
        self.mayBeKeptByChance = mayBeKeptByChance
        self.body = body
    }
}

extension ConformancePromise: CustomTestStringConvertible, CustomStringConvertible {
    /// The category and the name.
    public var description: String { "\(category.code) \(name)" }
    /// The text in test reports.
    public var testDescription: String { description }
}
