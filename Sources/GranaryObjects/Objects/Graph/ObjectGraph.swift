/// The objects of a context, their unsaved changes, and the rules that keep both sides of relationships consistent.
///
/// It belongs to the user of its context. It connects the types that own the parts, and holds what has no other owner.
@_documentation(visibility: private)
public final class ObjectGraph {
    /// The table of each entity, by the entity's position in the schema.
    @usableFromInline package let tables: ObjectTables
    /// Finds and loads objects by their keys.
    @usableFromInline package let lookup: ObjectLookup
    /// What keeps relationships consistent, once it was needed.
    @exclusivity(unchecked) private var madePairs: PairFixup?
    /// The objects that must be unchanged in their stores at the next save.
    @exclusivity(unchecked) var requirements = Requirements()
    /// The keys of objects that others have changed and that were not reloaded, because they have unsaved changes.
    @exclusivity(unchecked) var outdated = OutdatedKeys()

    /// Starts without objects.
    init(_ lookup: ObjectLookup) {
        self.lookup = lookup
        tables = lookup.tables
        tables.graph = self
    }

    deinit {
        // Every object that enters has the link, so without it nothing has entered since the last reset.
        if tables.areLinked { reset() }
        tables.graph = nil
    }

    /// The schema of the stack.
    package var schema: Schema { tables.schema }
    /// The stores: the store of each entity, and the reporting of operations.
    package var access: StoreAccess { lookup.access }
    /// Whether the objects are read from a parent context, which does not report its changes.
    package var isChild: Bool { tables.areOfChild }

    /// Keeps both sides of relationships consistent.
    @usableFromInline var pairs: PairFixup {
        // Most units of work need neither this nor what it owns, and a context costs little.
        if let madePairs { return madePairs }
        let pairs = PairFixup(ToManyLists(lookup), Deletions())
        madePairs = pairs
        return pairs
    }

    /// Inserts new objects.
    var insertion: Insertion { Insertion(pairs: pairs) }

    /// Deletes objects, and applies the rules of their relationships.
    var deleteRules: DeleteRules { DeleteRules(pairs: pairs) }

    /// The same, unless no deletion concerns the rules at a save.
    var neededDeleteRules: DeleteRules? {
        let areNeeded =
            madePairs != nil
            || tables.contains { table in
                table.entity.relationships.contains {
                    $0.deleteRule == .deny || $0.isToMany && $0.deleteRule != .noAction
                } && (!table.deniable.isEmpty || table.touched.contains { $0._objectState.phase == .deleted })
            }
        return areNeeded ? deleteRules : nil
    }

    /// The lists of relationships to many, and the unsaved pairs that they show.
    package var lists: ToManyLists { pairs.lists }

    /// The unsaved pairs of many-to-many relationships.
    var links: PendingLinks { lists.links }

    /// The effects of the delete rules for the unsaved deletions.
    var deletions: Deletions { pairs.deletions }

    /// The objects that were removed from owners whose relationships delete removed ones; `nil` where none could be.
    var removedFromOwners: [(object: any Model, relationship: Relationship)]? { madePairs?.deletions.removed }

    /// The pairs added (true) and removed (false) since the last save, by link table.
    package var pendingLinks: [String: [LinkPair: Bool]] { madePairs?.lists.links.pairs ?? [:] }
}

// MARK: Unsaved state apart from the objects

extension ObjectGraph {
    /// Removes the unsaved pairs, the records of deletions, and the requirements.
    func discardUnsaved() {
        madePairs?.lists.links.removeAll()
        madePairs?.deletions.removeAll()
        requirements.removeAll()
    }

    /// Restores the pairs and requirements of an earlier point in time, and the records of deletions if they are given.
    func restoreUnsaved(
        _ pairs: [String: [LinkPair: Bool]], _ requirements: [Requirement],
        _ deletions: [ObjectIdentifier: Deletion]? = nil
    ) {
        links.set(to: pairs)
        self.requirements.set(to: requirements)
        if let deletions { self.deletions.set(to: deletions) }
    }
}

// MARK: Changes

extension ObjectGraph {
    /// Inserts a new object and every object reachable from it.
    ///
    /// If one of them cannot be inserted, none is.
    func insert<M: Model>(_ object: M) throws {
        let entry = try lookup.entry(of: M.self)
        let outcome = try object._enter(entry, alone: true)
        // Most objects need nothing more, and these do not pay for what does the rest.
        if outcome == .entered, !tables.needFixup(of: entry.table.entity) { return }
        try insertion.insert(object, entry, after: outcome)
    }

    /// Marks a stored object touched at its first change.
    @usableFromInline package func didChange(_ object: any Model) {
        if let table = tables.table(of: object) { table.touch(object) }
    }

    /// Whether a save would write anything.
    package var hasChanges: Bool {
        madePairs?.lists.links.isEmpty == false || tables.contains { $0.hasChanges }
    }
}
