/// The known members of one to-many relationship of one object.
@_documentation(visibility: private)
public final class ToManyMembers {
    /// The members; complete if ``isLoaded``.
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
    /// The positions of objects removed from a long list; an access to the whole list closes them together.
    private var holes: [Int] = []
    /// Whether there are holes.
    @exclusivity(unchecked) @usableFromInline var hasLeaving = false
    /// Whether `models` holds all members.
    @exclusivity(unchecked) @usableFromInline package var isLoaded = false
    /// Whether the program built the list, as opposed to objects that refer to its owner.
    var isOfProgram = false
    /// The epoch of the relationship when the members were loaded.
    package var epoch = 0
    /// The positions of the members in a long list, once one was looked up.
    ///
    /// The true position is at most ``closed`` before the noted one.
    private var positions: IdentitySet?
    /// The number of holes closed since the positions were noted.
    private var closed = 0
    /// Whether there are noted positions.
    @exclusivity(unchecked) @usableFromInline var isIndexed = false

    /// From this many members on, look-ups use a set.
    private static let shortestSet = 16

    /// Makes members that are not loaded.
    @usableFromInline package init() {}

    deinit {
        if !list.isEmpty { ObjectEndings.ofThread.end(&list) }
    }

    /// Up to this many holes are skipped one by one.
    private static let fewHoles = 32

    /// The number of members.
    ///
    /// Complexity: O(1).
    package var count: Int { list.count - holes.count }

    /// The object at a position from 0 up to ``count``.
    ///
    /// Complexity: O(1); O(members) if many were removed since the last access to the whole list.
    package func model(at index: Int) -> any Model {
        if !hasLeaving { return list[index] }
        if holes.count > Self.fewHoles {
            removeLeaving()
            return list[index]
        }
        return list[holes.reduce(index) { $1 <= $0 ? $0 + 1 : $0 }]
    }

    /// Whether an object is among the members.
    ///
    /// Complexity: O(1) after the first call.
    package func contains(_ object: any Model) -> Bool {
        if list.count < Self.shortestSet { return list.contains { $0 === object } }
        return cachedPosition(of: object) != nil
    }

    private func cachedPosition(of object: any Model) -> Int? {
        if positions == nil {
            if hasLeaving { removeLeaving() }
            positions = IdentitySet(inOrder: list)
            closed = 0
            isIndexed = true
        }
        return positions?.position(of: object)
    }

    /// Adds an object unless it is a member.
    package func add(_ object: any Model) {
        if contains(object) { return }
        append(object)
    }

    /// Adds an object that is not a member.
    ///
    /// An object that has just entered its first context is in no list, so it needs no check.
    @inlinable package func append(_ object: consuming any Model) {
        if isIndexed { index(object) }
        list.append(object)
    }

    private func dropPositions() {
        positions = nil
        isIndexed = false
    }

    private func replace(_ models: ContiguousArray<any Model>) {
        let before = list
        list = models
        dropPositions()
        holes = []
        hasLeaving = false
        withExtendedLifetime(before) {}
    }

    @usableFromInline func index(_ object: any Model) { positions?.insert(object, at: list.count) }

    /// Removes an object if it is a member.
    ///
    /// Complexity: O(1) on average; O(members) once at the next access to the whole list.
    package func remove(_ object: any Model) {
        if list.count < Self.shortestSet {
            if contains(object) { replace(list.filter { $0 !== object }) }
            return
        }
        guard let noted = cachedPosition(of: object),
            let position = (max(0, noted - closed)...noted).last(where: {
                $0 < list.count && list[$0] === object
            })
        else { return }
        positions?.remove(object)
        holes.insert(position, at: holes.count > Self.fewHoles ? holes.count : holes.count { $0 < position })
        hasLeaving = true
        // Compact, so that a list from which all objects are removed does not keep them alive until the next access.
        if holes.count > list.count / 2 { removeLeaving() }
    }

    @usableFromInline func removeLeaving() {
        let (before, gone) = (list, holes.sorted())
        holes = []
        hasLeaving = false
        var kept = ContiguousArray<any Model>()
        kept.reserveCapacity(before.count - gone.count)
        var next = 0
        for hole in gone {
            kept.append(contentsOf: before[next..<hole])
            next = hole + 1
        }
        kept.append(contentsOf: before[next...])
        list = kept
        closed += gone.count
        // Searches from noted positions would become long.
        if list.count < Self.shortestSet || closed > 2 * Self.fewHoles { dropPositions() }
        // Release the last references at the end, because deallocating an object may run any code.
        withExtendedLifetime(before) {}
    }

    /// Removes several objects.
    ///
    /// Complexity: O(members), however many are removed.
    func remove(_ objects: IdentitySet) { replace(models.filter { !objects.contains($0) }) }

    /// Makes the list loaded and empty.
    @usableFromInline package func begin(epoch: Int) {
        replace([])
        isLoaded = true
        self.epoch = epoch
    }

    /// Unloads the list; the next access reloads it.
    package func unload() {
        replace([])
        isLoaded = false
    }
}
