internal import FoundationEssentials
internal import Granary
internal import GranaryLevelDB
internal import GranaryMemory
internal import GranarySQLite

/// Where a row of the growth table keeps its objects.
public enum Ground: String, Sendable {
    /// One store in memory.
    case memory
    /// One SQLite store.
    case sqlite
    /// One LevelDB store.
    case levelDB
    /// Two stores in memory, clubs apart from all else.
    case twoMemory
    /// Two SQLite stores, clubs apart from all else.
    case twoSQLite

    /// The grounds of one store.
    static let single: [Ground] = [.memory, .sqlite]
    /// The grounds of two stores.
    static let double: [Ground] = [.twoMemory, .twoSQLite]

    /// The name for people.
    public var title: String {
        switch self {
        case .memory: "memory"
        case .sqlite: "SQLite"
        case .levelDB: "LevelDB"
        case .twoMemory: "two in memory"
        case .twoSQLite: "two of SQLite"
        }
    }

    private var isApart: Bool { self == .twoMemory || self == .twoSQLite }
    private var type: StoreType {
        switch self {
        case .memory, .twoMemory: .memory
        case .sqlite, .twoSQLite: .sqlite
        case .levelDB: .leveldb
        }
    }

    /// Opens empty stores with the models of the table, and with some more that nobody uses.
    func open(in directory: String, unusedModels: Int = 0) throws -> PersistentStack {
        let used: [(ModelDescription, (any Model.Type)?)] = [
            (Club.modelDescription, Club.self), (Athlete.modelDescription, Athlete.self),
            (Post.modelDescription, Post.self), (Label.modelDescription, Label.self),
        ]
        let unused = (0..<unusedModels).map { number -> (ModelDescription, (any Model.Type)?) in
            var description = Label.modelDescription
            description.name = "Unused\(number)"
            description.table = description.name
            description.relationships = []
            return (description, nil)
        }
        let names = (used + unused).map { $0.0.name }
        let schema = try Schema(
            "Growth", descriptions: used + unused,
            configurations: isApart
                ? ["Clubs": ["Club"], "Main": names.filter { $0 != "Club" }] : ["Main": names])
        let stack = PersistentStack(
            schema, registry: try StoreRegistry([MemoryStore.self, SQLiteStore.self, LevelDBStore.self]))
        try stack.attachPersistentStores(
            at: directory, for: schema.configurations.map { StoreConfiguration(name: $0, type: type) })
        try stack.start()
        return stack
    }
}
