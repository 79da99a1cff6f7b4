internal import Granary

/// Which store errors are about.
struct StorePlace: Sendable {
    private let type: String
    private let name: String
    private let path: String?

    init(_ configuration: StoreConfiguration, path: String?) {
        type = configuration.type.name
        name = configuration.name
        self.path = path
    }

    /// An error that says which store it comes from.
    func named(_ error: any Error) -> any Error {
        guard var error = error as? GranaryError else { return error }
        error.context.storeType = type
        error.context.store = name
        error.context.path = error.context.path ?? path
        return error
    }
}
