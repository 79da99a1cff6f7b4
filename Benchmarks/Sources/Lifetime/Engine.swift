/// Whose stores are measured.
public enum Engine: String, Sendable, CaseIterable {
    case sqlite, leveldb, postgresql

    /// The name for people.
    public var title: String {
        switch self {
        case .sqlite: "SQLite"
        case .leveldb: "LevelDB"
        case .postgresql: "PostgreSQL"
        }
    }

    /// Whether it works in separate processes.
    public var isServer: Bool { self == .postgresql }
}
