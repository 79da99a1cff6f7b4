import Granary

/// A backend whose stores cannot be opened.
enum Unopenable: StoreBackend {
    static let type: StoreType = "unopenable"
    static let capabilities: Capabilities = []
    static let options: [StoreOption] = []
    static func location(of configuration: StoreConfiguration) -> String? { nil }
    static func open(_ request: StoreOpenRequest) throws -> any Store {
        throw GranaryError(.io, "There is no such disk.")
    }
    static func destroy(_ configuration: StoreConfiguration) {}
}
