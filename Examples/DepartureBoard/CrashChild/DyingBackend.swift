#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Granary
import GranaryConformance

/// A backend whose first commit is the last thing that the process does.
enum DyingBackend<Base: StoreBackend>: StoreBackend {
    static var type: StoreType { Base.type }
    static var capabilities: Capabilities { Base.capabilities.subtracting([.staging, .nativeQueries]) }
    static var options: [StoreOption] { Base.options }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try Base.location(of: configuration)
    }
    static func open(_ request: StoreOpenRequest) throws -> any Store { DyingStore(try Base.open(request)) }
    static func destroy(_ configuration: StoreConfiguration) throws { try Base.destroy(configuration) }
}

extension Backend {
    /// The same, whose first commit is the last thing that the process does.
    var dyingAfterCommits: Backend {
        func wrapped<Base: StoreBackend>(_ type: Base.Type) -> Backend { Backend(DyingBackend<Base>.self) }
        return wrapped(self.type)
    }
}

/// A store that passes everything on but the end of a commit.
private final class DyingStore: Store {
    private let base: any Store

    init(_ base: any Store) { self.base = base }

    var capabilities: Capabilities { base.capabilities.subtracting([.staging, .nativeQueries]) }
    var identity: StoreIdentity { base.identity }
    var isNew: Bool { base.isNew }
    func requireInPlace() throws { try base.requireInPlace() }
    func makeSession() throws -> any StoreSession { DyingSession(try base.makeSession()) }
    func close() throws { try base.close() }
}

/// A session that commits, and then kills its process.
private final class DyingSession: PassingSession {
    let base: any StoreSession

    init(_ base: any StoreSession) { self.base = base }

    func commit(_ changes: ChangeSet) throws -> CommitResult {
        let result = try base.commit(changes)
        guard result.conflicts.isEmpty else { return result }
        _ = kill(getpid(), SIGKILL)
        // The signal may be delivered to another thread first.
        while true { sched_yield() }
    }
}
