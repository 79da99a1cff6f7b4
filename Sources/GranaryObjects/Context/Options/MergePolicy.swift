/// How a save resolves conflicts: objects that others have changed since this context read them.
///
/// An object that others have changed and changed back is in no conflict under any policy, and the policy's function is
/// not called. Merge rules of attributes (``AttributeOption/merge(_:)``) decide first. Where every property that one
/// side has changed has a rule, the object is in no conflict. Otherwise the policy decides about the properties without
/// rules.
public struct MergePolicy: Sendable {
    enum Rule: Sendable {
        case error, storeWins, memoryWins, rollback, overwrite, perProperty
        case custom(@Sendable (SaveConflict) throws -> ConflictResolution)
    }

    /// A function that decides about two versions of an object of one model.
    typealias TypedRule =
        @Sendable (_ base: any ModelSnapshot, _ mine: any ModelSnapshot, _ theirs: any ModelSnapshot)
        throws -> ConflictResolution

    let rule: Rule
    /// The functions for single models, by the types of their snapshots.
    private(set) var typed: [ObjectIdentifier: TypedRule] = [:]

    private init(rule: Rule) { self.rule = rule }

    /// Whether the save writes this context's version of an object in conflict.
    var prefersMine: Bool {
        switch rule {
        case .memoryWins, .overwrite: true
        case .error, .storeWins, .rollback, .perProperty, .custom: false
        }
    }

    /// Whether every conflict ends the save.
    var isStrict: Bool { if case .error = rule { true } else { false } }

    /// The save throws ``GranaryError/Code/conflict``, which carries base, mine and theirs, and writes nothing.
    public static let error = MergePolicy(rule: .error)
    /// If both changed a property, the store's value stays; the save writes the other changes of this context.
    ///
    /// An object that others deleted stays deleted.
    public static let storeWins = MergePolicy(rule: .storeWins)
    /// If both changed a property, the save writes this context's value; other changes of the store stay.
    ///
    /// An object that others deleted is inserted again.
    public static let memoryWins = MergePolicy(rule: .memoryWins)
    /// The context gives up its changes to objects in conflict, except for values that merge rules have decided, and a
    /// deletion with the effects of its rules.
    public static let rollback = MergePolicy(rule: .rollback)
    /// The save writes objects in conflict whole, as this context has them, except for values that merge rules have
    /// decided.
    public static let overwrite = MergePolicy(rule: .overwrite)
    /// The save merges changes to different properties; if both changed a property to different values, it throws.
    public static let perProperty = MergePolicy(rule: .perProperty)

    /// A function decides for each object; if it throws, the save ends with its error.
    public static func custom(
        _ resolve: @escaping @Sendable (SaveConflict) throws -> ConflictResolution
    ) -> MergePolicy { MergePolicy(rule: .custom(resolve)) }

    /// A function decides about objects of one model, with their versions as snapshots; other conflicts are errors.
    ///
    /// ```swift
    /// let policy = MergePolicy.custom(for: Player.self) { base, mine, theirs in
    ///     var merged = theirs
    ///     if mine.name != base.name { merged.name = mine.name }
    ///     return .merged(merged)
    /// }
    /// ```
    ///
    /// It is not asked about an object that one side has deleted.
    public static func custom<M: Model>(
        for model: M.Type,
        _ resolve:
            @escaping @Sendable (_ base: M.Snapshot, _ mine: M.Snapshot, _ theirs: M.Snapshot) throws ->
            ConflictResolution
    ) -> MergePolicy { MergePolicy.error.custom(for: model, resolve) }

    /// This policy, except that a function decides about objects of one model: `.perProperty.custom(for: Film.self) { … }`.
    ///
    /// The policy decides about an object that one side has deleted.
    public func custom<M: Model>(
        for model: M.Type,
        _ resolve:
            @escaping @Sendable (_ base: M.Snapshot, _ mine: M.Snapshot, _ theirs: M.Snapshot) throws ->
            ConflictResolution
    ) -> MergePolicy {
        var policy = self
        policy.typed[ObjectIdentifier(M.Snapshot.self)] = { base, mine, theirs in
            guard let base = base as? M.Snapshot, let mine = mine as? M.Snapshot,
                let theirs = theirs as? M.Snapshot
            else { return .error }
            return try resolve(base, mine, theirs)
        }
        return policy
    }
}
