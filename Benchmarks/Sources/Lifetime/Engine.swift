/// Whose stores are measured.
public enum Engine: String, Sendable, CaseIterable {
    case sqlite, leveldb, postgresql

    /// What people call it.
    public var title: String {
        switch self {
        case .sqlite: "SQLite"
        case .leveldb: "LevelDB"
        case .postgresql: "PostgreSQL"
        }
    }

    /// Whether it works in processes of its own.
    public var isServer: Bool { self == .postgresql }
}
