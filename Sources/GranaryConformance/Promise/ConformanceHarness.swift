import FoundationEssentials
public import Granary

/// The declarations of a backend's author: the backend, its claims, and how to place a store.
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
    /// The time limit of one promise; a promise that exceeds it is broken.
    public var deadline: Duration = .seconds(60)
    /// The durability of saves with the backend's default and weaker settings, in a few sentences.
    ///
    /// The table of capabilities shows it. A backend that keeps nothing states that.
    public var durability: String
    /// The name of this harness in reports; by default the name of the backend's type.
    ///
    /// Two harnesses of one type, such as one that goes through a pooler, need different labels, and get a file and a
    /// column each.
    public var label: String
    /// The categories that a run leaves out as a whole; the report then does not count them as missing.
    public var leavesOut: Set<ConformanceCategory> = []
    /// The categories of which a short run checks a fixed sample of about a sixth; the report does not count the others as
    /// missing.
    ///
    /// For a backend that another harness proves, reached in another way.
    public var samples: Set<ConformanceCategory> = []
    /// How the backend reaches its stores over a network; `nil` for one that does not, to which promises about lost
    /// connections do not apply.
    public var network: ConformanceNetwork?
    /// Whether a short run checks all that the core promises over any store, and not a fixed sample of it.
    ///
    /// False by default: the author of a backend proves the backend. The kit's own project proves the core, over the
    /// memory store and one SQL store. A long run, and one for chosen promises, checks everything.
    public var provesCore = false
    /// The promises to check: all but those that are left out or do not apply, with a sample of what the core promises.
    public var promises: [ConformancePromise] {
        promises(of: ConformancePromise.all + (network == nil ? [] : ConformancePromise.overNetworks))
    }
    /// Those of some promises to check: all but those that are left out, with a sample of what the core promises.
    public func promises(of all: [ConformancePromise]) -> [ConformancePromise] {
        all.filter { promise in
            !leavesOut.contains(promise.category)
                && (!isSampled(promise) || promise.isInSample)
        }
    }
    private func isSampled(_ promise: ConformancePromise) -> Bool {
        !checksAll && (promise.isOfCore && !provesCore || samples.contains(promise.category))
    }
    /// Whether the run checks all promises of the core.
    var checksCoreWhole: Bool {
        provesCore || checksAll
    }
    /// Whether the run is long, or one for chosen promises.
    private var checksAll: Bool {
        ConformanceEffort.current.isLong || ConformanceEffort.current.promises != nil
    }
    /// The categories that reports do not count as missing.
    var leftOut: Set<ConformanceCategory> {
        leavesOut.union(samples).union(network == nil ? [.connections] : [])
    }
    /// The settings of a stack for a promise that does not name any.
    public var settings = StackSettings()
    /// Whether a promise about stored content can use stores that another promise has left empty.
    ///
    /// True by default for stores with a place, which take long to create. A long run creates new stores for each
    /// promise.
    public var usesStoresAgain: Bool
    /// Finds the stores that were moved aside from the place of a configuration because they were incompatible.
    ///
    /// By default, these are the entries of the configured directory whose names begin with the store's file name and a
    /// dot.
    public var movedAside: @Sendable (StoreConfiguration) throws -> [StoreConfiguration] = ConformanceHarness
        .filesMovedAside
    /// Makes the configuration of a store at a place.
    package let placement: Placement

    /// Makes a harness.
    ///
    /// - Parameters:
    ///   - backend: The backend under test.
    ///   - capabilities: The claimed capabilities; by default those of the backend itself.
    ///   - durability: The durability of saves, in a few sentences for the table of capabilities.
    ///   - label: Its name in reports; by default the name of the backend's type.
    ///   - placement: Makes the configuration of a store at a place. Places with the same directory and store name must
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
