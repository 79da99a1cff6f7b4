/// A place for one store of a promise, which nothing else uses.
public struct ConformancePlace: Sendable, Hashable {
    /// The path of a directory made for one promise and removed after it.
    public let directory: String
    /// The name of the store in that directory; configurations with the same name share a store.
    public let store: String

    /// Makes a place.
    public init(directory: String, store: String) {
        self.directory = directory
        self.store = store
    }
}
