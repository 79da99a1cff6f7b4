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
    /// The configuration of one of the many stores that a configuration describes, such as the store of one account.
    ///
    /// Stores in different places share nothing, also not with a store of the configuration itself. Nothing is made
    /// or opened. `place` has 1 to 32 lower-case letters and digits of ASCII. The configuration has its location already, also
    /// where that is the standard place of its kind, so that the places are in it.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` if stores of the type have no places;
    ///   ``GranaryError/Code/configuration`` if the configuration leaves no room for the longest place, which is asked
    ///   for before any store is opened.
    static func configuration(
        _ configuration: StoreConfiguration, inPlace place: String
    ) throws -> StoreConfiguration
}

extension StoreBackend {
    /// The same file in the directory `accounts/<place>` below the location, for stores of files; none for others.
    public static func configuration(
        _ configuration: StoreConfiguration, inPlace place: String
    ) throws -> StoreConfiguration {
        guard capabilities.contains(.files) else {
            throw GranaryError(
                .unsupported,
                "The backend of the type “\(type)” does not say where one of many stores is; leave out `perAccount`, or choose another type."
            )
        }
        var one = configuration
        let directory = "accounts/\(place)"
        one.location = configuration.location.map { PathRule.join($0, directory) } ?? directory
        return one
    }
}
