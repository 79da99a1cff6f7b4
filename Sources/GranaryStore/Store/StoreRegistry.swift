/// The store types that a program can use: a value, not a process-wide registry.
public struct StoreRegistry: Sendable {
    private var backends: [StoreType: any StoreBackend.Type] = [:]

    /// Makes a registry that knows no type.
    public init() {}

    /// Makes a registry that knows these backends.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when two of them claim the same type.
    public init(_ backends: [any StoreBackend.Type]) throws {
        for backend in backends { try register(backend) }
    }

    /// Adds a backend.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when another backend has registered the same type.
    public mutating func register(_ backend: any StoreBackend.Type) throws {
        if let present = backends[backend.type], present != backend {
            throw GranaryError(
                .configuration,
                "The store type “\(backend.type)” is already registered by \(present); register only one of the two."
            )
        }
        backends[backend.type] = backend
    }

    /// The registered types in alphabetical order.
    public var types: [StoreType] { backends.keys.sorted { $0.name < $1.name } }

    /// The backend of a type.
    ///
    /// - Throws: ``GranaryError/Code/unknownStoreType``, naming the registered types and how to register this one.
    public func backend(for type: StoreType) throws -> any StoreBackend.Type {
        if let backend = backends[type] { return backend }
        throw Self.unknown(type, registered: types)
    }

    private static func unknown(_ type: StoreType, registered: [StoreType]) -> GranaryError {
        let known = registered.isEmpty ? "none" : registered.map(\.name).joined(separator: ", ")
        var message =
            "The store type “\(ShownText.clean(type.name))” is not registered (registered: \(known))."
        let near = NearestMatch.of(type.name, in: registered.map(\.name))
        if let near { message += " Did you mean “\(near)”?" }
        if let module = shippedModules[type] {
            message +=
                " Add the product \(module) to the target, `import \(module)`, and pass `.\(type)` to `backends:`."
        } else {
            message +=
                "\(near == nil ? " Import" : " Otherwise import") the backend's module and pass it to `backends:` or `registry.register(…)`."
        }
        var error = GranaryError(.unknownStoreType, message)
        error.context.storeType = type.name
        return error
    }

    /// The modules that ship with Granary, named only as remedies in messages.
    private static let shippedModules: [StoreType: String] = [
        "memory": "GranaryMemory", "sqlite": "GranarySQLite", "leveldb": "GranaryLevelDB",
        "postgresql": "GranaryPostgreSQL",
    ]
}
