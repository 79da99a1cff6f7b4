/// Where and how a stack stores its models: a store for each named configuration, and the stack's settings.
///
/// It is a value; making one opens nothing. It is also a ``ConfigurationSource``, for configurations in code.
public struct StackConfiguration: Sendable, Hashable {
    /// The directory of stores that name none themselves; `nil` for the current directory.
    public let location: String?
    /// The stores, each with its location filled in, in the order they were given.
    public let stores: [StoreConfiguration]
    /// The settings of the stack as a whole.
    public let settings: StackSettings

    /// Makes a configuration; stores without a location get `location`.
    public init(
        location: String? = nil, stores: [StoreConfiguration], settings: StackSettings = StackSettings()
    ) {
        self.init(
            location,
            placed: stores.map { store in
                var store = store
                store.location = store.location ?? location
                return store
            }, settings)
    }

    /// Makes a configuration of stores that have their locations.
    init(_ location: String?, placed stores: [StoreConfiguration], _ settings: StackSettings) {
        self.location = location
        self.stores = stores
        self.settings = settings
    }

    /// The store of a named configuration, if there is one.
    public func store(for configuration: String) -> StoreConfiguration? {
        stores.first { $0.name == configuration }
    }
}

extension StackSettings {
    /// The numbers of threads that a configuration may ask for.
    package static let allowedWorkers = 1...1_024
    /// The milliseconds after which a configuration may let an unused stack rest: a hundredth of a second to a year.
    package static let allowedRests = 10...31_536_000_000
}

extension StackConfiguration: CustomStringConvertible {
    /// A line for each store, without values that may be secret.
    public var description: String { stores.map(\.description).joined(separator: "\n") }

    /// A line for the stack and one for each store, with every setting, and with the names of options, whose values may
    /// be secret.
    public var debugDescription: String {
        let stack = settings.all.map { "\($0.name): \($0.value ?? "not set")" }.joined(separator: ", ")
        return (["stack: \(stack)"] + stores.map(\.debugDescription)).joined(separator: "\n")
    }
}

extension StackSettings {
    /// Every setting but the sections of modules, by its name in a configuration file and as a file has it; `nil` for one
    /// that is not set.
    package var all: [(name: String, value: String?)] {
        let rest = restsAfter.map { time in
            let (seconds, attoseconds) = time.components
            return OptionText.time(Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
        }
        return [
            ("workers", "\(workers)"), ("generalActions", "\(generalActions)"),
            ("automaticMerge", "\(automaticMerge)"), ("strictLoading", "\(strictLoading)"),
            ("mainContextIsReadOnly", "\(mainContextIsReadOnly)"), ("restsAfter", rest),
        ]
    }
}
