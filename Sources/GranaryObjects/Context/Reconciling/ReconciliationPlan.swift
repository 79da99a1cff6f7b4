/// The changes that reconcile stored rows with a list; making the plan changes nothing.
struct ReconciliationPlan<Snapshot: ModelSnapshot> {
    /// A matched object that differs from its item.
    struct Update {
        let object: Snapshot.Object
        /// The item as stores return it.
        let item: Snapshot
        /// The properties that get the item's values.
        let properties: PropertySet
        /// The position of the item in the list.
        let position: Int
    }

    private(set) var list: ReconciledList<Snapshot>
    /// The objects that were found; an item refers to its object by position.
    private var objects: [Snapshot.Object] = []
    /// The objects to change.
    private(set) var updates: [Update] = []
    /// The objects to delete.
    private(set) var deletions: [Snapshot.Object] = []

    private let matching: MatchedProperties<Snapshot>
    private let ignored: PropertySet
    /// Further properties that the object of an item keeps, by the position of the item; empty where there are none.
    private let kept: [PropertySet]
    /// The positions of the items whose object the query does not yield.
    private var foundOutside: [Int] = []
    private var keptMatches = 0
    private var keptMissing = 0

    /// Begins a plan in which every item is inserted.
    ///
    /// - Throws: as ``ReconciledList/init(_:_:nilMatches:)``.
    init(
        _ items: [Snapshot], _ matching: MatchedProperties<Snapshot>, ignoring ignored: PropertySet,
        keeping kept: [PropertySet] = [], nilMatches: Bool = true
    ) throws {
        list = try ReconciledList(items, matching, nilMatches: nilMatches)
        self.matching = matching
        // An object keeps its key, whichever properties match it.
        var ignored = ignored
        ignored.formUnion(matching.entity.keyProperties)
        self.ignored = ignored
        self.kept = kept
    }

    /// The positions of the items without a match.
    var unmatched: [Int] { list.table.unmatched }

    /// The object that an item matches; `nil` for one to insert.
    func object(at position: Int) -> Snapshot.Object? {
        let match = list.table.matches[position]
        return match < 0 ? nil : objects[match]
    }

    /// The items that have no match yet but could have one elsewhere.
    var wanted: [Snapshot] {
        unmatched.filter { list.table.bits[$0] != nil }.map { list.items[$0] }
    }

    /// Their keys, in order.
    var wantedKeys: [ObjectKey] {
        // Lists are often in the order of their keys, which sorts in one pass; a set would shuffle them.
        wanted.map { $0.objectID.key.objectKey }.sorted()
    }

    /// Matches the objects of the subset with the items; those without an item are to be deleted.
    ///
    /// Of several objects that match one item, the first in the given order stays.
    mutating func match(subset found: [Snapshot.Object]) throws {
        deletions += try match(found).left.map { found[$0] }
    }

    /// Matches objects outside of the subset with the items that have no match; others of them do not matter.
    mutating func match(others found: [Snapshot.Object]) throws { foundOutside += try match(found).items }

    private mutating func match(_ found: [Snapshot.Object]) throws -> (items: [Int], left: [Int]) {
        let bits = try Snapshot.Object._matchBits(of: found, by: matching.rowMatching)
        defer { objects += found }
        return list.table.match(bits, from: objects.count)
    }

    /// Compares each match with its item.
    mutating func compare() {
        let differing = Snapshot.Object._differing(
            list.items, from: objects, list.table.matches, ignoring: ignored)
        for position in differing {
            guard let object = object(at: position) else { continue }
            // A program may have put values into a snapshot that are stored in another form.
            let item = Snapshot.Object(list.items[position]).snapshot
            let properties = item.differences(from: object.snapshot).subtracting(ignored(at: position))
            if properties.isEmpty { continue }
            updates.append(
                Update(object: object, item: item, properties: properties, position: position))
        }
    }

    /// The properties that do not get the values of an item.
    private func ignored(at position: Int) -> PropertySet {
        guard kept.indices.contains(position) else { return ignored }
        var all = kept[position]
        all.formUnion(ignored)
        return all
    }

    /// Keeps missing objects.
    mutating func keepMissing() {
        keptMissing += deletions.count
        deletions = []
    }

    /// Keeps the objects that a condition holds for, out of those to change and to delete.
    mutating func keep(_ holding: ([Snapshot.Object]) throws -> [Snapshot.Object]) rethrows {
        let kept = Set(try holding(updates.map(\.object) + deletions).map { ObjectIdentifier($0) })
        if kept.isEmpty { return }
        let (changing, missing) = (updates.count, deletions.count)
        foundOutside = foundOutside.filter { position in
            object(at: position).map { !kept.contains(ObjectIdentifier($0)) } ?? true
        }
        updates.removeAll { kept.contains(ObjectIdentifier($0.object)) }
        deletions.removeAll { kept.contains(ObjectIdentifier($0)) }
        keptMatches += changing - updates.count
        keptMissing += missing - deletions.count
    }

    /// The positions of the items that may lie outside of the subset once the plan is carried out: of new objects, of
    /// those that change, and of those found elsewhere.
    var uncertain: [Int] { Set(unmatched + updates.map(\.position) + foundOutside).sorted() }

    /// The values that the object of an item will have, by column.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a value that no store can hold.
    func values(at position: Int) throws -> [Value] {
        let entity = matching.entity
        guard let object = object(at: position) else {
            return try list.items[position].columnValues(of: entity)
        }
        // Ignored properties keep the object's values, so the condition has to be evaluated with these.
        let own = object.snapshot.differences(from: list.items[position])
            .intersection(ignored(at: position))
        return try collected(entity) { writer in
            try list.items[position].encode(.all, of: entity, into: writer)
            if !own.isEmpty { try object.encode(own, of: entity, into: writer) }
        }
    }

    /// The numbers of rows, once the plan is complete.
    var result: Reconciliation {
        var result = Reconciliation()
        result.inserted = unmatched.count
        result.updated = updates.count
        result.deleted = deletions.count
        result.kept = keptMatches + keptMissing
        result.unchanged = list.items.count - result.inserted - result.updated - keptMatches
        return result
    }
}
