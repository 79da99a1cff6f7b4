/// What a backend claims to do; data, so that no code has to ask for a backend's name.
public struct Capabilities: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt64
    /// Makes a set from bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Saves survive the end of the process.
    public static let durable = Capabilities(rawValue: 1 << 0)
    /// The store lives at a place that can be opened again and destroyed.
    public static let persistent = Capabilities(rawValue: 1 << 1)
    /// A session reads one consistent snapshot while others commit.
    public static let snapshots = Capabilities(rawValue: 1 << 2)
    /// Several sessions work at the same time.
    public static let concurrentSessions = Capabilities(rawValue: 1 << 3)
    /// References within the store are checked by the engine at commit.
    public static let referenceChecks = Capabilities(rawValue: 1 << 4)
    /// A running call can be interrupted from another thread.
    public static let interruption = Capabilities(rawValue: 1 << 5)
    /// Predicates are answered through indexes.
    public static let indexes = Capabilities(rawValue: 1 << 6)
    /// Several processes may open the store at the same time.
    public static let severalProcesses = Capabilities(rawValue: 1 << 7)
    /// The store is kept in files, whose modes are private to the user.
    public static let files = Capabilities(rawValue: 1 << 8)
    /// Sessions prepare a save and finish it later, as ``StagingSession`` says.
    public static let staging = Capabilities(rawValue: 1 << 9)
    /// Sessions answer questions in SQL, the own language of their engine, as ``NativeSession`` says.
    public static let nativeQueries = Capabilities(rawValue: 1 << 10)
    /// Stores follow changed models, as ``MigratingBackend`` says.
    public static let migration = Capabilities(rawValue: 1 << 11)

    /// Every capability with its name in documents.
    public static let all: [(capability: Capabilities, name: String)] = [
        (.durable, "durable"), (.persistent, "persistent"), (.snapshots, "snapshots"),
        (.concurrentSessions, "concurrentSessions"), (.referenceChecks, "referenceChecks"),
        (.interruption, "interruption"), (.indexes, "indexes"),
        (.severalProcesses, "severalProcesses"), (.files, "files"), (.staging, "staging"),
        (.nativeQueries, "nativeQueries"), (.migration, "migration"),
    ]
}
