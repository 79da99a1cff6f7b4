/// A backend as programs name it: `.memory`, `.sqlite`.
///
/// Each backend's module adds a static member.
public struct Backend: Sendable {
    /// The backend's own type.
    public let type: any StoreBackend.Type

    /// Wraps a backend.
    public init(_ type: any StoreBackend.Type) { self.type = type }
}

extension StoreRegistry {
    /// Makes a registry that knows these backends.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when two of them claim the same type.
    public init(backends: [Backend]) throws { try self.init(backends.map(\.type)) }
}
