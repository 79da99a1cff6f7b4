import Dispatch
import Granary

/// A backend that passes everything on, and reports when it reaches a ``CrashPoint``.
enum CrashingBackend<Base: StoreBackend>: StoreBackend {
    static var type: StoreType { Base.type }
    static var capabilities: Capabilities {
        Base.capabilities.subtracting([.staging, .nativeQueries, .orderedSaves])
    }
    static var options: [StoreOption] { Base.options }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try Base.location(of: configuration)
    }

    /// Opens the store; if the process is to end during that, it does so after a time, or at the end at the latest.
    static func open(_ request: StoreOpenRequest) throws -> any Store {
        if let steps = CrashTrap.shared.passes(.whileCreating) {
            let moment = DispatchTime.now() + .microseconds(steps * 200)
            DispatchQueue.global().asyncAfter(deadline: moment) { CrashTrap.end() }
            _ = try Base.open(request)
            CrashTrap.end()
        }
        return CrashingStore(try Base.open(request))
    }

    static func destroy(_ configuration: StoreConfiguration) throws {
        CrashTrap.shared.reach(.whileDestroying)
        try Base.destroy(configuration)
        CrashTrap.shared.reach(.whileDestroying)
    }
}

extension ConformanceHarness {
    /// The same with a backend that reports when it reaches a ``CrashPoint``.
    var crashing: ConformanceHarness {
        func wrapped<Base: StoreBackend>(_ type: Base.Type) -> Backend { Backend(CrashingBackend<Base>.self) }
        var harness = self
        harness.backend = wrapped(backend.type)
        return harness
    }
}

/// A store whose sessions report when they reach a ``CrashPoint``.
private final class CrashingStore: Store {
    private let base: any Store

    init(_ base: any Store) { self.base = base }

    var capabilities: Capabilities {
        base.capabilities.subtracting([.staging, .nativeQueries, .orderedSaves])
    }
    var identity: StoreIdentity { base.identity }
    var isNew: Bool { base.isNew }
    func requireInPlace() throws { try base.requireInPlace() }
    func makeSession() throws -> any StoreSession { CrashingSession(try base.makeSession()) }
    func close() throws { try base.close() }
}

/// A session whose saves reach each ``CrashPoint``.
private final class CrashingSession: PassingSession {
    let base: any StoreSession

    init(_ base: any StoreSession) { self.base = base }

    func commit(_ changes: ChangeSet) throws -> CommitResult {
        let trap = CrashTrap.shared
        let changes = changes.wrapped { InterruptingRow($0) { trap.reach(.whileWriting) } }
        if let session = base as? any StagingSession, trap.passes(.beforeFinish) != nil {
            let result = try session.stage(changes)
            guard result.conflicts.isEmpty else { return result }
            trap.reach(.beforeFinish)
            try session.finishStaged()
            return result
        }
        let result = try base.commit(changes)
        trap.reach(.beforeTelling)
        return result
    }
}
