/// The destination of a store's move.
enum StoreDestination: Sendable {
    /// Into another directory.
    case directory(String)
    /// To the place that a configuration leads to.
    case configuration(StoreConfiguration)

    /// A configuration with this place; `name` is the one that the program asked to move.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` if this is not a place for such a store.
    func applied(
        to configuration: StoreConfiguration, of name: String, _ backend: any StoreBackend.Type
    ) throws -> StoreConfiguration {
        var moved = configuration
        switch self {
        case .directory(let location):
            guard backend.capabilities.contains(.files) else {
                throw GranaryError(
                    .configuration,
                    "Stores of the type “\(configuration.type)” are in no directory; name the new place of “\(name)” by a configuration."
                )
            }
            moved.location = location
        case .configuration(let wanted):
            guard wanted.name == name, wanted.type == configuration.type else {
                throw GranaryError(
                    .configuration,
                    "The store of “\(name)” is of the type “\(configuration.type)”, and the configuration of its new place is for “\(wanted.name)” of the type “\(wanted.type)”. Give it the same name and type."
                )
            }
            if configuration.name == name { return wanted }
            (moved.location, moved.kind, moved.options) = (wanted.location, wanted.kind, wanted.options)
            moved.isReadOnly = wanted.isReadOnly
            if backend.capabilities.contains(.files) { moved.file = wanted.fileName }
        }
        return moved
    }
}
