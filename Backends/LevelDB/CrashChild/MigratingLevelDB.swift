import Granary
import GranaryConformance
import GranaryLevelDB

/// LevelDB stores that say when their engine has written, while they are migrated too.
enum MigratingLevelDB: CopyingBackend {
    static var type: StoreType { LevelDBStore.type }
    static var capabilities: Capabilities { LevelDBStore.capabilities.subtracting([.moving]) }
    static var options: [StoreOption] { LevelDBStore.options }
    static func location(of configuration: StoreConfiguration) throws -> String? {
        try LevelDBStore.location(of: configuration)
    }
    static func open(_ request: StoreOpenRequest) throws -> any Store {
        try LevelDBStore.open(request) { CrashingEngine($0) }
    }
    static func destroy(_ configuration: StoreConfiguration) throws {
        try LevelDBStore.destroy(configuration)
    }
    static func storedSchema(_ request: StoreOpenRequest) throws -> StoredSchema? {
        try LevelDBStore.storedSchema(request)
    }
    static func migrate(_ request: MigrationRequest) throws {
        try LevelDBStore.migrate(request) { CrashingEngine($0) }
    }
    static func remove(_ configuration: StoreConfiguration, movingAside: Bool) throws {
        try LevelDBStore.remove(configuration, movingAside: movingAside)
    }
    static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore? {
        try LevelDBStore.inspect(configuration)
    }
    static func copy(
        _ configuration: StoreConfiguration, as purpose: StoreCopy.Purpose
    ) throws -> StoreCopy? {
        try LevelDBStore.copy(configuration, as: purpose)
    }
    static func replace(_ configuration: StoreConfiguration, with copy: StoreCopy) throws {
        try LevelDBStore.replace(configuration, with: copy)
    }
    static func copies(of configuration: StoreConfiguration) throws -> [StoreConfiguration] {
        try LevelDBStore.copies(of: configuration)
    }
}
