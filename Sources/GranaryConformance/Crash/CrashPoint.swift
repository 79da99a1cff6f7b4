/// A moment at which a child of ``CrashTrial`` ends itself, as if it had been killed.
public enum CrashPoint: String, Sendable, CaseIterable {
    /// A save is staged, and not finished.
    case beforeFinish
    /// A save is committed, but not yet acknowledged.
    case beforeTelling
    /// Some rows of a save are written, and others are not.
    case whileWriting
    /// The engine beneath is about to write a save; only children that put a ``CrashTrap`` there reach it.
    case beforeEngineWrite
    /// The engine beneath has written a save that is not acknowledged yet; reached like ``beforeEngineWrite``.
    case afterEngineWrite
    /// The store is being made.
    case whileCreating
    /// The store is being migrated; ``MigrationTrial`` alone lets processes come to it.
    case whileMigrating
    /// The store is on its way to another place; ``MoveTrial`` alone lets processes come to it.
    case whileMoving
    /// A value for an object is made; ``BackfillTrial`` alone lets processes come to it.
    case whileFilling
    /// Several stores are attached as one, and have to be migrated; ``AttachTrial`` alone lets processes come to it.
    case whileAttaching
    /// A store is about to be destroyed, or has just been; ``DestroyTrial`` alone lets processes come to it.
    case whileDestroying

    /// The points that every child reaches, whatever its store.
    public static let common: [CrashPoint] = [.beforeFinish, .beforeTelling, .whileWriting, .whileCreating]

    /// The points of processes that save, also those that only a ``CrashTrap`` reaches.
    public static let saving: [CrashPoint] = common + [.beforeEngineWrite, .afterEngineWrite]

    /// Whether the save that was under way must be there afterwards.
    var keepsSave: Bool { self == .beforeTelling || self == .afterEngineWrite }
}
