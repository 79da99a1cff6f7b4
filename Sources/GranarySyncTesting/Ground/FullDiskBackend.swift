import Granary
import GranaryConformance

extension StoreBackend {
    /// The same backend, with every store on a disk.
    static var onDisk: Backend { Backend(FullDiskBackend<Self>.self) }
}

extension StoreConfiguration {
    /// The same store on a disk.
    func on(_ disk: FullDisk) -> StoreConfiguration {
        var configuration = self
        configuration.options[FullDisk.option] = disk.name
        return configuration
    }

    fileprivate var withoutDisk: StoreConfiguration {
        var configuration = self
        configuration.options[FullDisk.option] = nil
        return configuration
    }
}

/// A backend whose stores are on a disk that a promise fills, over one that is right.
enum FullDiskBackend<Base: StoreBackend>: StoreBackend {
    static var type: StoreType { Base.type }
    // What needs further protocols is left out.
    static var capabilities: Capabilities {
        Base.capabilities.subtracting([
            .staging, .nativeQueries, .orderedSaves, .foreignSaves, .migration, .copying, .inspection,
            .moving,
        ])
    }
    static var options: [StoreOption] {
        Base.options + [StoreOption(FullDisk.option, .text, "The disk of a promise.")]
    }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try Base.location(of: configuration.withoutDisk)
    }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        var plain = request
        plain.configuration = request.configuration.withoutDisk
        let disk = FullDisk.disk(request.configuration.options[FullDisk.option])
        return FullDiskStore(try Base.open(plain), capabilities, disk)
    }

    static func destroy(_ configuration: StoreConfiguration) throws {
        try Base.destroy(configuration.withoutDisk)
    }
}

private final class FullDiskStore: Store {
    private let base: any Store
    private let disk: FullDisk?
    let capabilities: Capabilities

    init(_ base: any Store, _ capabilities: Capabilities, _ disk: FullDisk?) {
        self.base = base
        self.capabilities = capabilities
        self.disk = disk
    }

    var identity: StoreIdentity { base.identity }
    var isNew: Bool { base.isNew }
    func makeSession() throws -> any StoreSession { FullDiskSession(try base.makeSession(), disk) }
    func close() throws { try base.close() }
}

private final class FullDiskSession: PassingSession {
    let base: any StoreSession
    private let disk: FullDisk?

    init(_ base: any StoreSession, _ disk: FullDisk?) {
        self.base = base
        self.disk = disk
    }

    func commit(_ changes: ChangeSet) throws -> CommitResult {
        try disk?.write()
        return try base.commit(changes)
    }
}
