internal import Granary
internal import GranaryLevelDB
internal import GranaryMemory
internal import GranarySQLite

/// The observed model.
@Model final class Departure {
    var id: Int
    @Attribute(.indexed) var gate: Int
    var delay: Int
}

/// Where departures are kept.
public enum Airport: String, Sendable, CaseIterable {
    /// A store in memory.
    case memory
    /// An SQLite store.
    case sqlite
    /// A LevelDB store.
    case leveldb

    /// The name for people.
    public var title: String {
        switch self {
        case .memory: "memory"
        case .sqlite: "SQLite"
        case .leveldb: "LevelDB"
        }
    }

    /// Leaves LevelDB a second to compact the inserted entries, which would go on during the measured work.
    func rest() async throws {
        if self == .leveldb { try await Task.sleep(for: .seconds(1)) }
    }

    /// Opens an empty store.
    func open(in directory: String, mergesAutomatically: Bool = true) throws -> PersistentStack {
        let schema = try Schema("Airport", models: [Departure.self])
        var settings = StackSettings()
        settings.automaticMerge = mergesAutomatically
        let stack = PersistentStack(
            schema, registry: try StoreRegistry([MemoryStore.self, SQLiteStore.self, LevelDBStore.self]),
            settings: settings)
        let type = StoreType(rawValue)
        try stack.attachPersistentStores(
            at: directory, for: schema.configurations.map { StoreConfiguration(name: $0, type: type) })
        try stack.start()
        return stack
    }
}

extension Context {
    /// Inserts departures with numbers in a range, and saves them in one save.
    func insertDepartures(_ numbers: Range<Int>) throws {
        for number in numbers { try insert(Departure(id: number, gate: number % 100, delay: 0)) }
        try save()
    }
}
