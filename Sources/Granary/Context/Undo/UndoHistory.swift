/// The steps a context can take back and carry out again.
///
/// Nothing is noted while a program works: a step is what differs between two moments, and is found when it
/// is closed.
final class UndoHistory {
    /// The largest number of steps; older ones are forgotten.
    let levels: Int
    /// The steps that can be undone, the latest last.
    var done: [UndoStep] = []
    /// The steps that can be done again, the next one last.
    var undone: [UndoStep] = []
    /// How many groups are open, one inside the other.
    var depth = 0
    /// How many saves there have been.
    private(set) var saves = 0
    /// The unsaved objects at the end of the last step.
    private(set) var moments: [ObjectIdentifier: (object: any Model, moment: ObjectMoment)] = [:]
    /// The unsaved pairs at the end of the last step.
    private(set) var links: [String: [LinkPair: Bool]] = [:]
    /// The pairs that were added or removed since the last step.
    var openPairs: [String: Set<LinkPair>] = [:]
    /// Whether anything may have changed since the last step, so that everything unsaved has to be compared.
    var isEverythingOpen = true
    /// Whether a step is being carried out.
    var isApplying = false

    init(levels: Int) { self.levels = levels }

    /// The same history, which goes its own way from now on.
    func copy() -> UndoHistory {
        let copy = UndoHistory(levels: levels)
        (copy.done, copy.undone, copy.depth) = (done, undone, depth)
        (copy.saves, copy.moments, copy.links) = (saves, moments, links)
        return copy
    }

    /// Adds a step; what was undone cannot be done again any more.
    func add(_ step: UndoStep) {
        undone = []
        done.append(step)
        if done.count > levels { done.removeFirst(done.count - levels) }
    }

    /// Notes the state that the next step begins with.
    func begin(
        _ moments: [ObjectIdentifier: (object: any Model, moment: ObjectMoment)],
        _ links: [String: [LinkPair: Bool]]
    ) {
        self.moments = moments
        self.links = links
        openPairs = [:]
        isEverythingOpen = false
    }

    /// Notes the state that the next step begins with, where it differs from that at the end of the last one.
    func begin(with open: [(object: any Model, moment: ObjectMoment?)], _ pairs: [String: [LinkPair: Bool]]) {
        for (object, moment) in open {
            moments[ObjectIdentifier(object)] = moment.map { (object, $0) }
        }
        for (table, open) in openPairs {
            for pair in open {
                let key = pairs[table]?.key(of: pair) ?? pair
                links[table, default: [:]][key] = pairs[table]?[key]
            }
        }
        openPairs = [:]
    }

    /// Notes that there are no unsaved changes any more.
    func didSave() {
        saves += 1
        begin([:], [:])
    }

    /// Forgets every step.
    func clear() {
        done = []
        undone = []
        depth = 0
        begin([:], [:])
        isEverythingOpen = true
    }
}

extension [LinkPair: Bool] {
    /// The pair of the same objects that is noted.
    func key(of pair: LinkPair) -> LinkPair? { index(forKey: pair).map { self[$0].key } }
}
