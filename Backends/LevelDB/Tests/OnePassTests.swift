import Foundation
import Granary
import GranaryLevelDB
import GranaryTestSupport
import Synchronization
import Testing

/// Stores whose rows are gone through once are opened for that, and those that programs work with are not.
@Suite(.timeLimit(.minutes(1))) struct OnePassTests {
    private static func open(_ schema: Schema, in directory: TemporaryDirectory) async throws {
        let stack = PersistentStack(schema, registry: try StoreRegistry([NotedLevelDB.self]))
        try await stack.attachPersistentStores(
            at: directory.url.path,
            for: schema.configurations.map { StoreConfiguration(name: $0, type: NotedLevelDB.type) })
        try await stack.start()
        try await stack.close()
    }

    @Test func bothStoresOfAMigrationWithCodeAndNotTheOneThatItLeavesToTheProgram() async throws {
        let directory = try TemporaryDirectory()
        let first = try Schema("Passes", models: [First.Thing.self])
        let second = try Schema("Passes", models: [Second.Thing.self])
        try await Self.open(first, in: directory)
        #expect(NotedLevelDB.takeNotes() == [false])
        let migration = Migration(from: first, to: second) { work in
            try work.each("Thing") { thing in
                if let key = thing.key { try work.update("Thing", key, ["size": .integer(1)]) }
            }
        }
        try await Self.open(second.following([migration]), in: directory)
        let notes = NotedLevelDB.takeNotes()
        #expect(notes.count { $0 } >= 2, "\(notes)")
        #expect(notes.last == false, "\(notes)")
    }
}

private enum First {
    @Model final class Thing {
        var id: Int
        var text: String
    }
}

private enum Second {
    @Model final class Thing {
        var id: Int
        var text: String
        var size: Int
    }
}

/// LevelDB, with a note of whether each store is opened for one pass.
private enum NotedLevelDB: CopyingBackend {
    private static let notes = Mutex<[Bool]>([])

    /// The notes since the last call.
    static func takeNotes() -> [Bool] {
        notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
    }

    static var type: StoreType { LevelDBStore.type }
    static var capabilities: Capabilities { LevelDBStore.capabilities.subtracting(.moving) }
    static var options: [StoreOption] { LevelDBStore.options }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        notes.withLock { $0.append(request.isForOnePass) }
        return try LevelDBStore.open(request)
    }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try LevelDBStore.location(of: configuration)
    }
    static func destroy(_ configuration: StoreConfiguration) throws {
        try LevelDBStore.destroy(configuration)
    }
    static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore? {
        try LevelDBStore.inspect(configuration)
    }
    static func storedSchema(_ request: StoreOpenRequest) throws -> StoredSchema? {
        try LevelDBStore.storedSchema(request)
    }
    static func migrate(_ request: MigrationRequest) throws { try LevelDBStore.migrate(request) }
    static func remove(_ configuration: StoreConfiguration, movingAside: Bool) throws {
        try LevelDBStore.remove(configuration, movingAside: movingAside)
    }
    static func copy(_ configuration: StoreConfiguration, as purpose: StoreCopy.Purpose) throws -> StoreCopy?
    {
        try LevelDBStore.copy(configuration, as: purpose)
    }
    static func replace(_ configuration: StoreConfiguration, with copy: StoreCopy) throws {
        try LevelDBStore.replace(configuration, with: copy)
    }
    static func copies(of configuration: StoreConfiguration) throws -> [StoreConfiguration] {
        try LevelDBStore.copies(of: configuration)
    }
}
