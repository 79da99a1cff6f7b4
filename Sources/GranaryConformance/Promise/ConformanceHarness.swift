public import Granary

/// What a backend's author tells the kit: the backend, what it claims, and how to place a store.
///
/// ```swift
/// let harness = ConformanceHarness(.sqlite) { name, place in
///     StoreConfiguration(name: name, type: .sqlite, location: place.directory, file: "\(place.store).sqlite")
/// }
/// ```
public struct ConformanceHarness: Sendable {
    /// Makes the configuration of a store; called with the name of a model configuration and a place.
    public typealias Placement =
        @Sendable (_ name: String, _ place: ConformancePlace) throws -> StoreConfiguration

    /// The backend under test.
    public var backend: Backend
    /// What the backend claims; promises that need more run as known issues.
    public var capabilities: Capabilities
    /// How long one promise may take; a promise that takes longer is broken.
    public var deadline: Duration = .seconds(60)
    /// What a save survives with the backend's default and weaker settings, in a few sentences for the table of
    /// capabilities; a backend that keeps nothing says so.
    public var durability: String
    /// How a stack is set up for a promise that asks for nothing else.
    public var settings = StackSettings()
    let placement: Placement

    /// Makes a harness.
    ///
    /// - Parameters:
    ///   - backend: The backend under test.
    ///   - capabilities: What is claimed; what the backend itself claims unless given.
    ///   - durability: What a save survives, in a few sentences for the table of capabilities.
    ///   - placement: Makes the configuration of a store at a place; places with the same directory and store name must
    ///     give the same store, other places another one.
    public init(
        _ backend: Backend, capabilities: Capabilities? = nil, durability: String = "",
        placement: @escaping Placement
    ) {
        self.backend = backend
        self.capabilities = capabilities ?? backend.type.capabilities
        self.durability = durability
        self.placement = placement
    }
}
