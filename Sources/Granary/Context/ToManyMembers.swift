/// What an object knows of one of its relationships to many.
public final class ToManyMembers {
    /// The objects, when ``isLoaded``.
    @inlinable package var models: ContiguousArray<any Model> {
        get {
            if hasLeaving { removeLeaving() }
            return list
        }
        _modify {
            if hasLeaving { removeLeaving() }
            yield &list
        }
    }
    @exclusivity(unchecked) @usableFromInline var list: ContiguousArray<any Model> = []
    /// Objects that were removed from a long list; they leave it together when it is looked at.
    private var leaving = IdentitySet()
    /// Whether there are such.
    @exclusivity(unchecked) @usableFromInline var hasLeaving = false
    /// Whether `models` holds all of them.
    @exclusivity(unchecked) @usableFromInline package var isLoaded = false
    /// Whether the program has made the list, rather than what has come to refer to its owner.
    var isOfProgram = false
    /// The count of possible outside changes when the objects were loaded.
    package var epoch = 0
    /// The same objects as a set, from the first look for one in a long list on.
    private var identities: IdentitySet?
    /// Whether there is such a set.
    @exclusivity(unchecked) @usableFromInline var isIndexed = false

    /// A list of as many is searched as a set.
    private static let shortestSet = 16

    /// Makes members that are not loaded.
    @usableFromInline package init() {}

    /// Whether an object is among the members.
    ///
    /// Complexity: O(1) after the first call.
    package func contains(_ object: any Model) -> Bool {
        if list.count < Self.shortestSet { return list.contains { $0 === object } }
        if identities == nil {
            identities = IdentitySet(list)
            isIndexed = true
        }
        return identities?.contains(object) ?? false
    }

    /// Adds an object unless it is among the members.
    package func add(_ object: any Model) {
        if contains(object) { return }
        append(object)
    }

    /// Adds an object that is not among the members.
    ///
    /// An object that has just entered its first context is in no list.
    @inlinable package func append(_ object: consuming any Model) {
        if isIndexed { index(object) }
        list.append(object)
    }

    private func dropSet() {
        identities = nil
        isIndexed = false
    }

    private func replace(_ models: ContiguousArray<any Model>) {
        let before = list
        list = models
        dropSet()
        leaving = IdentitySet()
        hasLeaving = false
        withExtendedLifetime(before) {}
    }

    @usableFromInline func index(_ object: any Model) {
        if leaving.contains(object) { removeLeaving() }
        identities?.insert(object)
    }

    /// Removes an object; a long list is forgotten instead, where it may be, and loads again when it is looked at.
    ///
    /// Complexity: O(1) on average; O(members) once when the list is looked at, or a removed object is added again.
    package func remove(_ object: any Model, mayForget: Bool) {
        if mayForget, list.count - leaving.count > 64 { return forget() }
        guard contains(object) else { return }
        if list.count < Self.shortestSet { return replace(list.filter { $0 !== object }) }
        identities?.remove(object)
        leaving.insert(object)
        hasLeaving = true
        // So that a list from which all are removed does not hold them while nobody looks at it.
        if leaving.count > list.count / 2 { removeLeaving() }
    }

    @usableFromInline func removeLeaving() {
        let (before, gone) = (list, leaving)
        leaving = IdentitySet()
        hasLeaving = false
        list = before.filter { !gone.contains($0) }
        if list.count < Self.shortestSet { dropSet() }
        // The end of an object may set off anything, so the last references go when all is in order.
        withExtendedLifetime(before) {}
    }

    /// Removes several objects.
    ///
    /// Complexity: O(members), however many are removed.
    func remove(_ objects: IdentitySet) { replace(models.filter { !objects.contains($0) }) }

    /// Begins a loaded list without objects.
    @usableFromInline package func begin(epoch: Int) {
        replace([])
        isLoaded = true
        self.epoch = epoch
    }

    /// Lets go of the objects; they load again when they are looked at.
    package func forget() {
        replace([])
        isLoaded = false
    }
}
