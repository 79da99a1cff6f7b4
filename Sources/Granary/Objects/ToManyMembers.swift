/// What an object knows of one of its relationships to many.
@_documentation(visibility: private)
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
    /// The positions of objects that were removed from a long list; they leave it together when all are looked at.
    private var holes: [Int] = []
    /// Whether there are such.
    @exclusivity(unchecked) @usableFromInline var hasLeaving = false
    /// Whether `models` holds all of them.
    @exclusivity(unchecked) @usableFromInline package var isLoaded = false
    /// Whether the program has made the list, rather than what has come to refer to its owner.
    var isOfProgram = false
    /// The count of possible outside changes when the objects were loaded.
    package var epoch = 0
    /// Where the same objects stand, from the first look for one in a long list on; each at most ``closed`` positions
    /// before the one that is noted.
    private var positions: IdentitySet?
    /// How many holes have been closed since the positions were noted.
    private var closed = 0
    /// Whether there are such positions.
    @exclusivity(unchecked) @usableFromInline var isIndexed = false

    /// A list of as many is searched as a set.
    private static let shortestSet = 16

    /// Makes members that are not loaded.
    @usableFromInline package init() {}

    deinit {
        if !list.isEmpty { ObjectEndings.ofThread.end(&list) }
    }

    /// As many holes are passed by one by one.
    private static let fewHoles = 32

    /// How many objects there are.
    ///
    /// Complexity: O(1).
    package var count: Int { list.count - holes.count }

    /// The object at a position from 0 up to ``count``.
    ///
    /// Complexity: O(1); O(members) when many have been removed since all were looked at.
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
        return notedPosition(of: object) != nil
    }

    private func notedPosition(of object: any Model) -> Int? {
        if positions == nil {
            if hasLeaving { removeLeaving() }
            positions = IdentitySet(inOrder: list)
            closed = 0
            isIndexed = true
        }
        return positions?.position(of: object)
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

    /// Removes an object, if it is among the members.
    ///
    /// Complexity: O(1) on average; O(members) once when all are looked at.
    package func remove(_ object: any Model) {
        if list.count < Self.shortestSet {
            if contains(object) { replace(list.filter { $0 !== object }) }
            return
        }
        guard let noted = notedPosition(of: object),
            let position = (max(0, noted - closed)...noted).last(where: {
                $0 < list.count && list[$0] === object
            })
        else { return }
        positions?.remove(object)
        holes.insert(position, at: holes.count > Self.fewHoles ? holes.count : holes.count { $0 < position })
        hasLeaving = true
        // So that a list from which all are removed does not hold them while nobody looks at it.
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
        // Noted positions would lead to long searches.
        if list.count < Self.shortestSet || closed > 2 * Self.fewHoles { dropPositions() }
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
