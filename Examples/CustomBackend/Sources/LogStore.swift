internal import Foundation
public import GranaryStore
internal import GranaryKeyValue

/// Stores that keep everything in memory, and every save in a log; `GranaryKeyValue` does all but the engine.
public enum LogStore: StoreBackend {
    /// The name in configurations.
    public static let type: StoreType = "log"
    /// The abilities of every store over an ordered engine, and those that a file adds.
    public static let capabilities = KeyValueStore.ownCapabilities.union([.durable, .persistent, .files])
    /// None.
    public static var options: [StoreOption] { [] }

    /// The path of the log.
    public static func location(of configuration: StoreConfiguration) throws -> String? {
        try configuration.resolvedPath()
    }

    /// Opens the log, or makes it.
    public static func open(_ request: StoreOpenRequest) throws -> any Store {
        let path = try request.configuration.resolvedPath()
        if request.mustExist && access(path, F_OK) != 0 { throw LogFile.failure(.notFound) }
        return try KeyValueStore.open(request, capabilities: capabilities, path: path) {
            try LogEngine(path, isReadOnly: request.configuration.isReadOnly)
        } replacing: {
            try LogFile.clear(path, $0)
        }
    }

    /// Removes the log.
    public static func destroy(_ configuration: StoreConfiguration) throws {
        try LogFile.destroy(configuration.resolvedPath())
    }
}
