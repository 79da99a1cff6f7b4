import Granary
import GranaryTool

/// The description of this program's stores, by which the commands of Granary's tool become its own.
enum FlightsStores: ToolProgram {
    static let name = "flights"
    static let backends = StoreOptions.backends
    /// The file of the usual places; `granary.yaml`, which the error names, where there is none.
    static var configuration: any ConfigurationSource {
        FileConfigurationSource(path: (try? StoreOptions.usualPath()) ?? "granary.yaml", arguments: [])
    }
    static func schema() throws -> Schema? { try FlightsSchema.make() }
}
