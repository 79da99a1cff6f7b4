import Granary

/// A backend that passes everything on, and reports when it reaches a step of attaching stores that have to be
/// migrated.
enum CrashingMigrations<Base: CopyingBackend>: CopyingBackend {
    static var type: StoreType { Base.type }
    static var capabilities: Capabilities { Base.capabilities.subtracting([.moving]) }
    static var options: [StoreOption] { Base.options }

    /// Reaches the point before a step and after it.
    private static func step<R>(_ body: () throws -> R) rethrows -> R {
        CrashTrap.shared.reach(.whileAttaching)
        defer { CrashTrap.shared.reach(.whileAttaching) }
        return try body()
    }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try Base.location(of: configuration)
    }
    static func open(_ request: StoreOpenRequest) throws -> any Store { try step { try Base.open(request) } }
    static func destroy(_ configuration: StoreConfiguration) throws {
        try step { try Base.destroy(configuration) }
    }
    static func storedSchema(_ request: StoreOpenRequest) throws -> StoredSchema? {
        try Base.storedSchema(request)
    }
    /// Migrates, and also reaches the point at every report.
    static func migrate(_ request: MigrationRequest) throws {
        var request = request
        request.monitor = MigrationMonitor { _ in CrashTrap.shared.reach(.whileAttaching) }
        try step { try Base.migrate(request) }
    }
    static func remove(_ configuration: StoreConfiguration, movingAside: Bool) throws {
        try step { try Base.remove(configuration, movingAside: movingAside) }
    }
    static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore? {
        try Base.inspect(configuration)
    }
    static func copy(
        _ configuration: StoreConfiguration, as purpose: StoreCopy.Purpose
    ) throws -> StoreCopy? { try step { try Base.copy(configuration, as: purpose) } }
    static func replace(_ configuration: StoreConfiguration, with copy: StoreCopy) throws {
        try step { try Base.replace(configuration, with: copy) }
    }
    static func copies(of configuration: StoreConfiguration) throws -> [StoreConfiguration] {
        try Base.copies(of: configuration)
    }
}

extension ConformanceHarness {
    /// The same with a backend that reports when it reaches a step of attaching; `nil` for one that does not copy
    /// stores.
    var crashingMigrations: ConformanceHarness? {
        func wrapped<Base: CopyingBackend>(_ base: Base.Type) -> Backend {
            Backend(CrashingMigrations<Base>.self)
        }
        guard let base = backend.type as? any CopyingBackend.Type else { return nil }
        var harness = self
        harness.backend = wrapped(base)
        return harness
    }
}
