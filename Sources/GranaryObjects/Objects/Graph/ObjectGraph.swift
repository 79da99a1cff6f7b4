/// The objects of a context, their unsaved changes, and the rules that keep both sides of relationships consistent.
///
/// It belongs to the user of its context. It loads missing objects through an ``ObjectLoading``, its only reference to
/// a folder above this one.
@_documentation(visibility: private)
public final class ObjectGraph {
    /// The table of each entity, by the entity's position in the schema.
    @usableFromInline package let tables: ObjectTables
    /// Finds and loads objects by their keys.
    @usableFromInline package let lookup: ObjectLookup
    /// The stores: the store of each entity, and the reporting of operations.
    @usableFromInline package let access: StoreAccess
    /// Whether the objects are read from a parent context, which does not report its changes.
    @usableFromInline package let isChild: Bool
    /// Whether the captures of the schema are asked about saves; set once, when the context is made.
    var capturesSaves = false
    /// What they are given with each save.
    var captureChoice: (any Sendable)?
    /// The lists of relationships to many, once they were needed.
    @exclusivity(unchecked) private var madeLists: ToManyLists?
    /// The effects of the delete rules for the unsaved deletions.
    @exclusivity(unchecked) private(set) var deletions = Deletions()
    /// The objects that must be unchanged in their stores at the next save.
    @exclusivity(unchecked) private(set) var requirements = Requirements()
    /// The keys of objects that others have changed and that were not reloaded, because they have unsaved changes.
    @exclusivity(unchecked) private(set) var outdated = OutdatedKeys()

    /// Starts without objects.
    init(_ lookup: ObjectLookup) {
        self.lookup = lookup
        access = lookup.access
        tables = lookup.tables
        isChild = access.parent != nil
        tables.graph = self
    }

    deinit {
        // Every object that enters has the link, so without it nothing has entered since the last reset.
        if tables.areLinked { reset() }
        tables.graph = nil
    }

    /// The schema of the stack.
    package var schema: Schema { tables.schema }

    /// The lists of relationships to many, and the unsaved pairs that they show.
    var lists: ToManyLists {
        // Most units of work need none, and a context costs little.
        if let madeLists { return madeLists }
        let lists = ToManyLists(lookup)
        madeLists = lists
        return lists
    }

    /// The pairs added (true) and removed (false) since the last save, by link table.
    package var pendingLinks: [String: [LinkPair: Bool]] { madeLists?.links.pairs ?? [:] }
}

// MARK: Unsaved state beside the objects

// No other file sets these values. Each function is one call of the value that it changes, which the compiler inlines.
extension ObjectGraph {
    /// Records the effects of the delete rules for a deletion.
    func noteDeletion(_ deletion: Deletion) { deletions.note(deletion) }

    /// Notes that the program deleted an object itself.
    func noteOwnDeletion(of object: any Model) { deletions.name(object) }

    /// Removes and returns the record of a deletion that was given up or carried out.
    @discardableResult
    func forgetDeletion(of object: any Model) -> Deletion? { deletions.remove(object) }

    /// Notes that a deletion no longer reaches an object; returns the record of the object's own deletion.
    func forgetCause(_ cause: any Model, ofDeleting object: any Model) -> Deletion? {
        deletions.remove(cause: cause, of: object)
    }

    /// Removes the records of all deletions.
    func forgetDeletions() { deletions.removeAll() }

    /// Requires that an object's row stays in its current state.
    func addRequirement(_ object: any Model, of entity: Entity) { requirements.add(object, of: entity) }

    /// Adds the requirements of a child.
    func addRequirements(_ others: [Requirement]) { requirements.add(others) }

    /// Requires that an object's row stays in its current state, instead of its former one.
    func renewRequirement(_ object: any Model) { requirements.renew(object) }

    /// Sets the requirements of the next save.
    func replaceRequirements(_ others: [Requirement]) { requirements.set(to: others) }

    /// Forgets every requirement.
    func forgetRequirements() { requirements.removeAll() }

    /// Forgets the requirements of some entities.
    func forgetRequirements(of entities: Set<String>) { requirements.removeAll(of: entities) }

    /// Notes that others have changed the object with a key, which was not reloaded.
    func noteOutdated(_ bits: KeyBits, of entity: Entity) { outdated.insert(bits, of: entity) }

    /// Forgets that others have changed the object with a key; returns whether they have.
    @discardableResult
    func forgetOutdated(_ bits: KeyBits, of entity: Entity) -> Bool { outdated.remove(bits, of: entity) }

    /// Forgets that others have changed objects.
    func forgetOutdated() { outdated.removeAll() }

    /// Removes and returns the keys of all outdated objects, by the entity's position.
    func takeOutdated() -> [Int: Set<KeyBits>] { outdated.takeAll() }

    /// Removes the unsaved pairs, the records of deletions, and the requirements.
    func forgetUnsaved() {
        madeLists?.links.removeAll()
        deletions.removeAll()
        requirements.removeAll()
    }

    /// Restores the pairs and requirements of an earlier point in time, and the records of deletions if they are given.
    func restoreUnsaved(
        _ pairs: [String: [LinkPair: Bool]], _ requirements: [Requirement], _ deletions: Deletions? = nil
    ) {
        if !pairs.isEmpty || madeLists != nil { lists.links.set(to: pairs) }
        self.requirements.set(to: requirements)
        if let deletions { self.deletions = deletions }
    }
}

// MARK: Changes

extension ObjectGraph {
    /// Marks a stored object touched at its first change.
    @usableFromInline package func didChange(_ object: any Model) {
        if let table = tables.table(of: object) { table.touch(object) }
    }

    /// Whether a save would write anything.
    package var hasChanges: Bool { madeLists?.links.isEmpty == false || tables.contains { $0.hasChanges } }
}
