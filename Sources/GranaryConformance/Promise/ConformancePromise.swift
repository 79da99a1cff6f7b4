public import Granary
public import Testing

/// One behaviour that every backend must keep: a name, the capabilities it needs, and a body that proves it.
///
/// A backend's whole test is one harness and one parametrised test; promises added later reach it by themselves:
///
/// ```swift
/// @Test(arguments: ConformancePromise.all) func keeps(_ promise: ConformancePromise) async throws {
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
    /// Whether a backend may keep the promise without claiming what it needs, as one about speed on a fast machine or
    /// with few rows: being kept then says nothing about the claims.
    public let mayBeKeptByChance: Bool
    let body: @Sendable (ConformanceBench) async throws -> Void
    /// Whether it is about what stores hold, and not about new ones: it may get stores that another promise has left empty.
    var isAboutContent = false

    /// Makes a promise.
    ///
    /// - Parameters:
    ///   - name: The promise as a sentence.
    ///   - category: The group of behaviours it belongs to.
    ///   - requires: The capabilities without which the promise does not concern a backend.
    ///   - topology: How the kit's configurations are spread over stores.
    ///   - mayBeKeptByChance: Whether a backend may keep it without claiming what it needs.
    ///   - body: The proof: returns when the promise is kept, throws when it is broken.
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
