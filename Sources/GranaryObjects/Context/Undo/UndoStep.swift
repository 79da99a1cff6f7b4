/// The changes of one step; undoing it applies the reverse.
struct UndoStep {
    /// The change of one object.
    struct ObjectChange {
        let object: any Model
        let before: RecordedState
        let after: RecordedState
        /// The properties that differ, if the object is present before and after.
        let properties: PropertySet
    }

    /// The change of one pair of a many-to-many relationship, as its entry among the unsaved pairs.
    struct LinkChange {
        let table: String
        let pair: LinkPair
        let before: Bool?
        let after: Bool?

        /// Whether the pair is connected after the step; without an entry, whether it was connected before all unsaved
        /// changes.
        var isConnected: Bool { after ?? pair.wasConnected }
    }

    var objects: [ObjectChange] = []
    var links: [LinkChange] = []
    /// The number of saves before the step.
    let saves: Int
    /// The name that the program has given it.
    var name: String?
    /// An estimate of the memory that the step holds; 0 until a limit asks for it.
    private(set) var bytes = 0

    init(saves: Int, name: String?) {
        self.saves = saves
        self.name = name
    }

    /// Whether it changes nothing.
    var isEmpty: Bool { objects.isEmpty && links.isEmpty }

    /// Adds the change of an object, if it changed.
    mutating func add(_ object: any Model, _ before: RecordedState, _ after: RecordedState) {
        var properties = PropertySet()
        switch (before, after) {
        case (.absent, .absent): return
        case (.present(let old), .present(let new)):
            properties = old.differences(fromAny: new)
            if properties.isEmpty { return }
        case (.absent, .present), (.present, .absent): break
        }
        objects.append(ObjectChange(object: object, before: before, after: after, properties: properties))
    }

    /// Estimates the memory that the step holds.
    ///
    /// Complexity: O(values of the step).
    mutating func estimateSize(in schema: Schema) { bytes = UndoSize(schema: schema).bytes(of: self) }

    /// The step that reverses this one.
    var reversed: UndoStep {
        var step = UndoStep(saves: saves, name: name)
        step.objects = objects.reversed().map {
            ObjectChange(object: $0.object, before: $0.after, after: $0.before, properties: $0.properties)
        }
        step.links = links.reversed().map {
            LinkChange(table: $0.table, pair: $0.pair, before: $0.after, after: $0.before)
        }
        return step
    }

    /// This step, which also does what another one does before it.
    func preceded(by former: UndoStep) -> UndoStep {
        var step = UndoStep(saves: saves, name: name)
        (step.objects, step.links) = (former.objects, former.links)
        return step.followed(by: self)
    }

    /// This step, which also does what another one does after it.
    func followed(by next: UndoStep) -> UndoStep {
        var step = UndoStep(saves: saves, name: name)
        var later: [ObjectIdentifier: ObjectChange] = [:]
        for change in next.objects { later[ObjectIdentifier(change.object)] = change }
        for change in objects {
            let last = later.removeValue(forKey: ObjectIdentifier(change.object)) ?? change
            step.add(change.object, change.before, last.after)
        }
        step.objects += next.objects.filter { later[ObjectIdentifier($0.object)] != nil }
        var laterLinks: [String: [LinkPair: LinkChange]] = [:]
        for link in next.links { laterLinks[link.table, default: [:]][link.pair] = link }
        for link in links {
            let last = laterLinks[link.table]?.removeValue(forKey: link.pair)
            // Entries of two saves differ in what they leave out, so they become whole.
            let merged =
                last == nil || saves == next.saves
                ? LinkChange(
                    table: link.table, pair: link.pair, before: link.before, after: (last ?? link).after)
                : LinkChange(
                    table: link.table, pair: link.pair, before: link.before ?? link.pair.wasConnected,
                    after: last?.isConnected)
            if merged.before != merged.after { step.links.append(merged) }
        }
        step.links += next.links.filter { laterLinks[$0.table]?[$0.pair] != nil }
        return step
    }

    /// Whether two steps lead to the same state; `nil` means no step.
    static func areSame(_ left: UndoStep?, _ right: UndoStep?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        guard left.objects.count == right.objects.count, left.links.count == right.links.count else {
            return false
        }
        var pairs: [String: [LinkPair: Bool?]] = [:]
        for change in left.links { pairs[change.table, default: [:]][change.pair] = .some(change.after) }
        guard right.links.allSatisfy({ pairs[$0.table]?[$0.pair] == .some($0.after) }) else { return false }
        var states: [ObjectIdentifier: RecordedState] = [:]
        for change in left.objects { states[ObjectIdentifier(change.object)] = change.after }
        return right.objects.allSatisfy { change in
            switch (states[ObjectIdentifier(change.object)], change.after) {
            case (.absent?, .absent): true
            case (.present(let one)?, .present(let other)): one.differences(fromAny: other).isEmpty
            default: false
            }
        }
    }
}
