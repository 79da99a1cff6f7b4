import Granary
import GranaryTool

/// What Granary's tool needs to know for its commands to be those of this program too.
enum FlightsStores: ToolProgram {
    static let name = "flights"
    static let backends = StoreOptions.backends
    /// The file of the usual places; `granary.yaml`, which the error names, where there is none.
    static var configuration: any ConfigurationSource {
        FileConfigurationSource(path: (try? StoreOptions.usualPath()) ?? "granary.yaml", arguments: [])
    }
    static func schema() throws -> Schema? { try FlightsSchema.make() }
}
