import Granary
import GranaryLevelDB
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite

/// The backends that the tool is built with.
enum ShippedBackends {
    /// A registry of all of them.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when two claim the same type.
    static func registry() throws -> StoreRegistry {
        try StoreRegistry([MemoryStore.self, SQLiteStore.self, LevelDBStore.self, PostgreSQLStore.self])
    }
}
