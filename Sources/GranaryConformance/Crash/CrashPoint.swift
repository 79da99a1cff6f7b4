/// A point at which a child of ``CrashTrial`` ends itself, as if it had been killed.
public enum CrashPoint: String, Sendable, CaseIterable {
    /// A save is staged, and not finished.
    case beforeFinish
    /// A save is committed, but not yet acknowledged.
    case beforeTelling
    /// Some rows of a save are written, and others are not.
    case whileWriting
    /// The engine beneath is about to write a save; only children that put a `CrashTrap` there reach it.
    case beforeEngineWrite
    /// The engine beneath has written a save that is not acknowledged yet; reached like ``beforeEngineWrite``.
    case afterEngineWrite
    /// The store is being made.
    case whileCreating
    /// The store is being migrated; only ``MigrationTrial`` lets processes reach it.
    case whileMigrating
    /// The store is being moved to another place; only ``MoveTrial`` lets processes reach it.
    case whileMoving
    /// A value for an object is made; only ``BackfillTrial`` lets processes reach it.
    case whileFilling
    /// Several stores are attached as one, and have to be migrated; only ``AttachTrial`` lets processes reach it.
    case whileAttaching
    /// A store is about to be destroyed, or has just been; only ``DestroyTrial`` lets processes reach it.
    case whileDestroying

    /// The points that every child reaches, with any store.
    public static let common: [CrashPoint] = [.beforeFinish, .beforeTelling, .whileWriting, .whileCreating]

    /// The points of processes that save, including those that only a `CrashTrap` reaches.
    public static let saving: [CrashPoint] = common + [.beforeEngineWrite, .afterEngineWrite]

    /// Whether the save under way must be stored afterwards.
    var keepsSave: Bool { self == .beforeTelling || self == .afterEngineWrite }
}
