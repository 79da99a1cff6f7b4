/// How the kit's models are spread over configurations and stores of the backend.
public enum ConformanceTopology: String, Sendable, Hashable, CaseIterable {
    /// One configuration holds all models.
    case united
    /// Two configurations share one store, if the backend supports that.
    case together
    /// Two configurations have a store each, so relationships between them cross stores.
    case apart

    /// The name of the store that holds a configuration.
    public func store(of configuration: String) -> String {
        switch self {
        case .united, .together: "shared"
        case .apart: configuration.lowercased()
        }
    }

    /// The topology in the name of a promise.
    var title: String {
        switch self {
        case .united: "one configuration"
        case .together: "two configurations, one store"
        case .apart: "two stores"
        }
    }
}
