/// What an object knows of one of its relationships to many.
public final class ToManyMembers {
    /// The objects, when ``isLoaded``.
    @exclusivity(unchecked) @usableFromInline package var models: ContiguousArray<any Model> = []
    /// Whether `models` holds all of them.
    @exclusivity(unchecked) @usableFromInline package var isLoaded = false
    /// The count of possible outside changes when the objects were loaded.
    package var epoch = 0
    /// The same objects as a set, from the first look for one in a long list on.
    private var identities: IdentitySet?
    /// Whether there is such a set.
    @exclusivity(unchecked) @usableFromInline var isIndexed = false

    /// Makes members that are not loaded.
    @usableFromInline package init() {}

    /// Whether an object is among the members.
    ///
    /// Complexity: O(1) after the first call.
    package func contains(_ object: any Model) -> Bool {
        if models.count < 16 { return models.contains { $0 === object } }
        if identities == nil {
            identities = IdentitySet(models)
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
        models.append(object)
    }

    private func dropIndex() {
        identities = nil
        isIndexed = false
    }

    @usableFromInline func index(_ object: any Model) { identities?.insert(object) }

    /// Removes an object; a long list is forgotten instead and loads again when it is looked at.
    package func remove(_ object: any Model, mayForget: Bool) {
        if mayForget, models.count > 64 { return forget() }
        models.removeAll { $0 === object }
        dropIndex()
    }

    /// Removes several objects.
    ///
    /// Complexity: O(members), however many are removed.
    func remove(_ objects: IdentitySet) {
        models.removeAll { objects.contains($0) }
        dropIndex()
    }

    /// Begins a loaded list without objects.
    @usableFromInline package func begin(epoch: Int) {
        models = []
        dropIndex()
        isLoaded = true
        self.epoch = epoch
    }

    /// Lets go of the objects; they load again when they are looked at.
    package func forget() {
        models = []
        dropIndex()
        isLoaded = false
    }
}
