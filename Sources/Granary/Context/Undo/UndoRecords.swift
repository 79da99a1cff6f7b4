/// The steps of a history, and the moment at which the next one begins.
///
/// It is a class, so that recording a change never copies the unsaved objects.
final class UndoRecords {
    /// The largest number of steps; older ones are discarded.
    let levels: Int
    /// The steps that can be undone, the latest last.
    var done: [UndoStep] = []
    /// The steps that can be redone, the next one last.
    var undone: [UndoStep] = []
    /// The number of nested open steps.
    var depth = 0
    /// The number of saves so far.
    private(set) var saves = 0
    /// The unsaved objects at the end of the last step.
    private(set) var moments: [ObjectIdentifier: (object: any Model, moment: ObjectMoment)] = [:]
    /// The unsaved pairs at the end of the last step.
    private(set) var links: [String: [LinkPair: Bool]] = [:]
    /// Whether any object may have changed since the last step, so that all unsaved objects must be compared.
    var isEverythingOpen = true

    init(levels: Int) { self.levels = levels }

    /// An independent copy.
    func copy() -> UndoRecords {
        let copy = UndoRecords(levels: levels)
        (copy.done, copy.undone, copy.depth) = (done, undone, depth)
        (copy.saves, copy.moments, copy.links) = (saves, moments, links)
        return copy
    }

    /// Adds a step; undone steps can then no longer be redone.
    func add(_ step: UndoStep) {
        undone = []
        done.append(step)
        if done.count > levels { done.removeFirst(done.count - levels) }
    }

    /// Records the beginning of the next step: the state of all unsaved objects.
    func begin(
        _ open: [(object: any Model, moment: ObjectMoment?)], _ pairs: [String: [LinkPair: Bool]]
    ) {
        moments = [:]
        for case (let object, let moment?) in open { moments[ObjectIdentifier(object)] = (object, moment) }
        links = pairs
        isEverythingOpen = false
    }

    /// Updates the beginning of the next step with the changes since the last one.
    func begin(
        with open: [(object: any Model, moment: ObjectMoment?)], _ pairs: [String: [LinkPair: Bool]],
        _ changed: [String: Set<LinkPair>]
    ) {
        for (object, moment) in open {
            moments[ObjectIdentifier(object)] = moment.map { (object, $0) }
        }
        for (table, open) in changed {
            for pair in open {
                let key = pairs[table]?.key(of: pair) ?? pair
                links[table, default: [:]][key] = pairs[table]?[key]
            }
        }
    }

    /// Has the open step begin with sides of pairs as they have followed the store since.
    func follow(_ sides: [FollowedSide]) {
        for side in sides {
            let identity = ObjectIdentifier(side.object)
            guard let entry = moments[identity], case .present(let values) = entry.moment else { continue }
            moments[identity] = (entry.object, .present(side.applied(to: values)))
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
        depth = 0
        begin([], [:])
        isEverythingOpen = true
    }
}
