import FoundationEssentials
import Granary
import GranaryTestSupport

/// A backend that keeps nothing and is never opened: configurations are validated against it.
enum FakeDisk: StoreBackend {
    static let type: StoreType = "disk"
    static let capabilities: Capabilities = [.durable, .persistent, .files]
    static let options = [
        StoreOption("cacheSize", .size(1_000...1_000_000_000), "How much is kept in memory."),
        StoreOption("readers", .integer(1...64), "How many sessions read at once."),
        StoreOption("timeout", .duration(0...60_000), "How long a lock is waited for."),
        StoreOption("durability", .choice(["full", "process"]), "What a save survives."),
        StoreOption("verify", .bool, "Whether pages are checked."),
        StoreOption("password", .text, "The key of an encrypted file.", isSecret: true),
    ]
    static func location(of configuration: StoreConfiguration) throws -> String? {
        try configuration.resolvedPath()
    }
    static func open(_ request: StoreOpenRequest) throws -> any Store { throw GranaryError(.unsupported, "") }
    static func destroy(_ configuration: StoreConfiguration) throws {}
}

/// A backend without a place.
enum FakeMemory: StoreBackend {
    static let type: StoreType = "memory"
    static let capabilities: Capabilities = [.snapshots]
    static let options: [StoreOption] = []
    static func location(of configuration: StoreConfiguration) throws -> String? { nil }
    static func open(_ request: StoreOpenRequest) throws -> any Store { throw GranaryError(.unsupported, "") }
    static func destroy(_ configuration: StoreConfiguration) throws {}
}

/// Configuration files in a directory of their own, which goes away with the value.
final class ConfigurationFiles {
    private let temporary: TemporaryDirectory
    var directory: String { temporary.path }

    init(_ files: [String: String]) throws {
        temporary = try TemporaryDirectory()
        for (name, text) in files { try write(name, Data(text.utf8)) }
    }

    func write(_ name: String, _ data: Data) throws {
        try data.write(to: URL(filePath: "\(directory)/\(name)"))
    }

    /// Reads one of the files with the fake backends.
    func read(
        _ name: String = "granary.yaml", environment: String? = nil, variables: [String: String] = [:],
        arguments: [String] = [], schema: Schema? = nil
    ) async throws -> StackConfiguration {
        let source = FileConfigurationSource(
            path: "\(directory)/\(name)", environment: environment, variables: variables,
            arguments: ["program"] + arguments)
        let registry = try StoreRegistry([FakeDisk.self, FakeMemory.self])
        return try await source.configuration(for: ConfigurationRequest(schema: schema, registry: registry))
    }

    /// The lines of the error that reading gives, without the directory of the test.
    func problems(
        _ name: String = "granary.yaml", environment: String? = nil, variables: [String: String] = [:],
        arguments: [String] = [], schema: Schema? = nil
    ) async throws -> [String] {
        do {
            _ = try await read(
                name, environment: environment, variables: variables, arguments: arguments, schema: schema)
            return []
        } catch let error as GranaryError {
            var lines = error.message.replacing(directory, with: "DIR").split(separator: "\n").map(
                String.init)
            if lines.count > 1 { lines.removeFirst() }
            return lines.map { $0.hasPrefix("- ") ? String($0.dropFirst(2)) : $0 }
        }
    }
}
