import Granary
import Synchronization

/// A backend whose stores hold nothing: it notes what is opened, closed and destroyed at each location, and fails
/// at files named for it.
enum RecordingBackend: StoreBackend {
    static let type: StoreType = "recording"
    static let capabilities: Capabilities = [.persistent]
    static let options = [StoreOption("cacheSize", .size(1...1_000), "How much is kept in memory.")]

    /// What has happened, by location; every test uses a location of its own.
    private static let events: Mutex<[String: [String]]> = Mutex([:])

    static func events(at location: String) -> [String] { events.withLock { $0[location] ?? [] } }

    fileprivate static func note(_ event: String, _ configuration: StoreConfiguration) {
        events.withLock {
            $0[configuration.location ?? "", default: []].append("\(event) \(configuration.name)")
        }
    }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try configuration.resolvedPath()
    }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        if request.configuration.file == "unopenable" { throw GranaryError(.corrupt, "It does not open.") }
        if request.configuration.file == "unshared", Set(request.entities.map(\.configuration)).count > 1 {
            throw GranaryError(.incompatible, "It does not hold several.")
        }
        note("open", request.configuration)
        return RecordingStore(request)
    }

    static func destroy(_ configuration: StoreConfiguration) { note("destroy", configuration) }
}

private final class RecordingStore: Store {
    let capabilities = RecordingBackend.capabilities
    let identity: StoreIdentity
    private let configuration: StoreConfiguration

    init(_ request: StoreOpenRequest) {
        configuration = request.configuration
        identity = StoreIdentity(
            id: "recording", formatVersion: 1, fingerprint: request.fingerprint,
            configurations: [request.configuration.name])
    }

    func makeSession() throws -> any StoreSession {
        throw GranaryError(.unsupported, "There is nothing in it.")
    }

    func close() throws {
        RecordingBackend.note("close", configuration)
        if configuration.file == "unclosable" { throw GranaryError(.io, "It does not close.") }
    }
}
