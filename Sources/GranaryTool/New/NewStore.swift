import ArgumentParser

/// The type of the store of a new package.
package enum NewStore: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// A file of SQLite.
    case sqlite
    /// In memory, for as long as the program runs.
    case memory
    /// A directory of LevelDB.
    case leveldb
    /// A schema on a PostgreSQL server.
    case postgresql

    /// The product of the backend, which is its module too.
    var product: String {
        switch self {
        case .sqlite: "GranarySQLite"
        case .memory: "GranaryMemory"
        case .leveldb: "GranaryLevelDB"
        case .postgresql: "GranaryPostgreSQL"
        }
    }

    /// The package of Debian with the engine's header; `nil` for a store without an engine.
    var debianPackage: String? {
        switch self {
        case .sqlite: "libsqlite3-dev"
        case .memory: nil
        case .leveldb: "libleveldb-dev"
        case .postgresql: "libpq-dev"
        }
    }

    /// Whether the content outlives the process.
    var isKept: Bool { self != .memory }
}
