/// The abilities that a backend claims; code checks these, never a backend's name.
public struct Capabilities: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt64
    /// Makes a set from bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Saves survive the end of the process.
    public static let durable = Capabilities(rawValue: 1 << 0)
    /// The store has a place; it can be reopened there, and destroyed.
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
    /// The store consists of files that only their owner can read.
    public static let files = Capabilities(rawValue: 1 << 8)
    /// Sessions prepare a save and finish it later; see ``StagingSession``.
    public static let staging = Capabilities(rawValue: 1 << 9)
    /// Sessions answer queries in SQL, the language of their engine; see ``NativeSession``.
    public static let nativeQueries = Capabilities(rawValue: 1 << 10)
    /// Stores are migrated to changed models; see ``MigratingBackend``.
    public static let migration = Capabilities(rawValue: 1 << 11)
    /// Stores are inspected and read without models; see ``InspectableBackend``.
    public static let inspection = Capabilities(rawValue: 1 << 12)
    /// Stores are copied, and replaced by copies; see ``CopyingBackend``.
    public static let copying = Capabilities(rawValue: 1 << 13)
    /// Stores are moved to other places; see ``MovingBackend``.
    public static let moving = Capabilities(rawValue: 1 << 14)
    /// Stores report the saves of other processes and stacks; see ``WatchedStore``.
    public static let foreignSaves = Capabilities(rawValue: 1 << 15)
    /// Saves have numbers in the order of their commits, and sessions name the newest in their snapshot; see
    /// ``OrderedSession``.
    public static let orderedSaves = Capabilities(rawValue: 1 << 16)
    /// Indexed and unique values, keys of text and pairs of them may be as long as other values.
    public static let longIndexedValues = Capabilities(rawValue: 1 << 17)

    /// Every capability with its name in documents.
    public static let all: [(capability: Capabilities, name: String)] = [
        (.durable, "durable"), (.persistent, "persistent"), (.snapshots, "snapshots"),
        (.concurrentSessions, "concurrentSessions"), (.referenceChecks, "referenceChecks"),
        (.interruption, "interruption"), (.indexes, "indexes"),
        (.severalProcesses, "severalProcesses"), (.files, "files"), (.staging, "staging"),
        (.nativeQueries, "nativeQueries"), (.migration, "migration"),
        (.inspection, "inspection"), (.copying, "copying"), (.moving, "moving"),
        (.foreignSaves, "foreignSaves"), (.orderedSaves, "orderedSaves"),
        (.longIndexedValues, "longIndexedValues"),
    ]
}
