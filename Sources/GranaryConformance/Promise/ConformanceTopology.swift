/// How the two configurations of the kit's models are spread over stores of the backend.
public enum ConformanceTopology: String, Sendable, Hashable, CaseIterable {
    /// One store holds both.
    case together
    /// Each has a store of its own, so relationships between them cross stores.
    case apart

    /// The name of the store that holds a configuration.
    public func store(of configuration: String) -> String {
        switch self {
        case .together: "shared"
        case .apart: configuration.lowercased()
        }
    }
}
