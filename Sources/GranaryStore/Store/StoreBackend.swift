/// The entry point of a backend: opens and destroys stores of one type.
public protocol StoreBackend: Sendable {
    /// The type's name in configurations.
    static var type: StoreType { get }
    /// The abilities of stores of this type; the conformance kit holds the backend to them.
    static var capabilities: Capabilities { get }
    /// The options that a configuration may set.
    static var options: [StoreOption] { get }
    /// The place of a configuration's store; `nil` for stores without a place.
    ///
    /// Two configurations with the same place share a store.
    static func location(of configuration: StoreConfiguration) throws -> String?
    /// Opens a store, and creates it if it does not exist and may be created.
    ///
    /// Damaged, foreign, newer and incompatible content is refused, each with its own error code, and left untouched.
    static func open(_ request: StoreOpenRequest) throws -> any Store
    /// Removes a store with all its side files; does nothing without one.
    ///
    /// Refuses anything that is not a store of this type.
    static func destroy(_ configuration: StoreConfiguration) throws
}
