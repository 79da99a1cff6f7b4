/// The steps of a history, and the state from which the next one begins.
///
/// It is a class, so that recording a change never copies the unsaved objects.
final class UndoRecords {
    /// The place of the step that has led to the unsaved changes: the last of those done, or of those undone.
    enum Place { case done, undone }

    /// The largest number of steps; older ones are discarded.
    let levels: Int
    /// The steps that can be undone, the latest last.
    var done: [UndoStep] = []
    /// The steps that can be redone, the next one last.
    var undone: [UndoStep] = []
    /// The number of nested open steps.
    var depth = 0
    /// The name of the step that is open; of nested steps, the outermost with a name gives it.
    var openName: String?
    /// The step that was ended, undone or done again last since the last save; `nil` if there is none.
    private(set) var latest: Place?
    /// Whether the save under way writes what the latest step has led to.
    private var isLatestBeingSaved = false
    /// The step to which what the save under way changes itself belongs; `nil` if it makes another step.
    var extendedBySave: Place?
    /// The largest estimate of the memory that the steps hold, in bytes; `nil` for no limit.
    private(set) var mostBytes: Int?
    /// The estimate for the kept steps, including undone ones; not up to date without a limit.
    private var bytes = 0
    private let schema: Schema
    /// The number of saves so far.
    private(set) var saves = 0
    /// The unsaved objects at the end of the last step.
    private(set) var states: [ObjectIdentifier: (object: any Model, state: RecordedState)] = [:]
    /// The unsaved pairs at the end of the last step.
    private(set) var links: [String: [LinkPair: Bool]] = [:]
    /// Whether any object may have changed since the last step, so that all unsaved objects must be compared.
    var isEverythingOpen = true

    init(levels: Int, mostBytes: Int?, _ schema: Schema) {
        self.levels = levels
        self.mostBytes = mostBytes
        self.schema = schema
    }

    /// An independent copy.
    func copy() -> UndoRecords {
        let copy = UndoRecords(levels: levels, mostBytes: mostBytes, schema)
        (copy.done, copy.undone, copy.depth, copy.openName) = (done, undone, depth, openName)
        copy.bytes = bytes
        (copy.saves, copy.states, copy.links) = (saves, states, links)
        copy.latest = latest
        return copy
    }

    /// Adds a step; undone steps can then no longer be redone.
    func add(_ step: UndoStep) {
        var step = step
        if mostBytes != nil {
            step.estimateSize(in: schema)
            bytes += step.bytes - undone.reduce(0) { $0 + $1.bytes }
        }
        undone = []
        done.append(step)
        (latest, isLatestBeingSaved) = (.done, false)
        discardOldest()
    }

    /// Adds a step, or extends the one that the save under way belongs to.
    func close(_ step: UndoStep) {
        if let extendedBySave { extend(extendedBySave, by: step) } else { add(step) }
    }

    /// Notes that the next step was undone or done again.
    func move(_ step: UndoStep, undoing: Bool) {
        if undoing {
            _ = done.popLast()
            undone.append(step)
        } else {
            _ = undone.popLast()
            done.append(step)
        }
        (latest, isLatestBeingSaved) = (undoing ? .undone : .done, false)
    }

    /// Adds what was changed for the latest step to it; one that was undone takes it back when it is done again.
    private func extend(_ place: Place, by step: UndoStep) {
        guard let former = place == .done ? done.popLast() : undone.popLast() else { return add(step) }
        var step = place == .done ? former.followed(by: step) : former.preceded(by: step.reversed)
        if mostBytes != nil {
            step.estimateSize(in: schema)
            bytes += step.bytes - former.bytes
        }
        if step.isEmpty {
            // A hook has put back what the program had changed.
            (latest, extendedBySave) = (nil, nil)
        } else if place == .done {
            done.append(step)
        } else {
            undone.append(step)
            // Steps that can no longer follow the others are useless.
            if bytes > mostBytes ?? .max {
                bytes -= undone.reduce(0) { $0 + $1.bytes }
                (undone, latest, extendedBySave) = ([], nil, nil)
            }
        }
        discardOldest()
    }

    /// Notes that a save has made its own changes, which do not include anything that is ended, undone or done again
    /// from now on.
    func didCloseSave() { (extendedBySave, isLatestBeingSaved) = (nil, true) }

    /// Notes that a save has written what the latest step has led to, unless that step came after it.
    func forgetLatestIfSaved() {
        if isLatestBeingSaved { latest = nil }
    }

    /// Sets the limit of memory, and discards the oldest steps beyond it.
    ///
    /// Complexity: O(values of the steps).
    func limit(to mostBytes: Int?) {
        self.mostBytes = mostBytes
        if mostBytes == nil { return }
        for index in done.indices { done[index].estimateSize(in: schema) }
        for index in undone.indices { undone[index].estimateSize(in: schema) }
        bytes = (done + undone).reduce(0) { $0 + $1.bytes }
        discardOldest()
        // Steps that can no longer follow the others are useless.
        if bytes > mostBytes ?? .max { (undone, bytes) = ([], 0) }
    }

    private func discardOldest() {
        // Counted first and removed at once: each removal at the front moves all steps behind it.
        var excess = max(0, done.count - levels)
        for step in done.prefix(excess) { bytes -= step.bytes }
        if let mostBytes {
            while bytes > mostBytes, excess < done.count {
                bytes -= done[excess].bytes
                excess += 1
            }
        }
        if excess > 0 { done.removeFirst(excess) }
    }

    /// Records the beginning of the next step: the state of all unsaved objects.
    func begin(
        _ open: [(object: any Model, state: RecordedState?)], _ pairs: [String: [LinkPair: Bool]]
    ) {
        states = [:]
        for case (let object, let state?) in open { states[ObjectIdentifier(object)] = (object, state) }
        links = pairs
        isEverythingOpen = false
    }

    /// Updates the beginning of the next step with the changes since the last one.
    func begin(
        with open: [(object: any Model, state: RecordedState?)], _ pairs: [String: [LinkPair: Bool]],
        _ changed: [String: Set<LinkPair>]
    ) {
        for (object, state) in open {
            states[ObjectIdentifier(object)] = state.map { (object, $0) }
        }
        for (table, open) in changed {
            for pair in open {
                let key = pairs[table]?.key(of: pair) ?? pair
                links[table, default: [:]][key] = pairs[table]?[key]
            }
        }
    }

    /// Makes the open step begin with sides of pairs that have followed the store since.
    func follow(_ sides: [FollowedSide]) {
        for side in sides {
            let identity = ObjectIdentifier(side.object)
            guard let entry = states[identity], case .present(let values) = entry.state else { continue }
            states[identity] = (entry.object, .present(side.applied(to: values)))
        }
    }

    /// Notes that a save has written all changes.
    func didSave() {
        saves += 1
        begin([], [:])
    }

    /// Discards every step.
    func clear() {
        done = []
        undone = []
        (depth, openName, bytes, latest) = (0, nil, 0, nil)
        begin([], [:])
        isEverythingOpen = true
    }
}
