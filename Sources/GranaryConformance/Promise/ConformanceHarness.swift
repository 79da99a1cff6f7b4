import FoundationEssentials
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
    /// The claimed capabilities; promises that need more run as known issues.
    public var capabilities: Capabilities
    /// How long one promise may take; a promise that takes longer is broken.
    public var deadline: Duration = .seconds(60)
    /// What a save survives with the backend's default and weaker settings, in a few sentences for the table of
    /// capabilities; a backend that keeps nothing says so.
    public var durability: String
    /// The name of this set-up in reports; the name of the backend's type unless given.
    ///
    /// Two harnesses of one type, such as one that goes through a pooler, have different labels, and so a file and a column
    /// each.
    public var label: String
    /// The categories that a run leaves out as a whole; the report says so instead of taking them for missing.
    public var leavesOut: Set<ConformanceCategory> = []
    /// The promises to check: all but those that are left out.
    public var promises: [ConformancePromise] {
        ConformancePromise.all.filter { !leavesOut.contains($0.category) }
    }
    /// How a stack is set up for a promise that asks for nothing else.
    public var settings = StackSettings()
    /// Whether a promise about what stores hold may get stores that another promise has used and left empty: yes unless said
    /// otherwise, where stores have a place and so take long to be made.
    ///
    /// A long run makes new stores for each promise.
    public var usesStoresAgain: Bool
    /// Finds the stores that were moved aside from the place of a configuration, since they did not fit a schema.
    ///
    /// Unless a backend sets it, these are the entries of the configured directory whose names begin with that of the store's
    /// file and a dot.
    public var movedAside: @Sendable (StoreConfiguration) throws -> [StoreConfiguration] = ConformanceHarness
        .filesMovedAside
    let placement: Placement

    /// Makes a harness.
    ///
    /// - Parameters:
    ///   - backend: The backend under test.
    ///   - capabilities: The claimed capabilities; those of the backend itself unless given.
    ///   - durability: What a save survives, in a few sentences for the table of capabilities.
    ///   - label: Its name in reports; the name of the backend's type unless given.
    ///   - placement: Makes the configuration of a store at a place; places with the same directory and store name must
    ///     give the same store, other places another one.
    public init(
        _ backend: Backend, capabilities: Capabilities? = nil, durability: String = "", label: String? = nil,
        placement: @escaping Placement
    ) {
        self.backend = backend
        self.capabilities = capabilities ?? backend.type.capabilities
        usesStoresAgain = backend.type.capabilities.contains(.persistent)
        self.durability = durability
        self.label = label ?? backend.type.type.name
        self.placement = placement
    }

    private static func filesMovedAside(_ configuration: StoreConfiguration) throws -> [StoreConfiguration] {
        guard let directory = configuration.location, let file = configuration.file else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        return names.sorted().filter { $0.hasPrefix("\(file).") }.map { name in
            var moved = configuration
            moved.file = name
            return moved
        }
    }
}
