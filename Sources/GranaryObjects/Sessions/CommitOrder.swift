internal import DequeModule
internal import Synchronization

/// Reports saves to observers in the order of their commits.
///
/// Notices come from the threads that commit, in any order. A save is reported as soon as every commit that may precede
/// it is reported or has failed: these are among the commits that had begun when it ended. No thread waits for another:
/// the one that ends such a commit reports the saves that waited for it.
///
/// Stacks that share stores have one order.
package final class CommitOrder: Sendable {
    /// The number that a save has in one store, in which numbers are the order of commits.
    package struct Place: Sendable {
        /// The store.
        package let store: ObjectIdentifier
        /// The number of the save.
        package let number: Int64

        /// Names a save of a store.
        package init(_ store: any Store, _ number: Int64) {
            self.store = ObjectIdentifier(store)
            self.number = number
        }
    }

    /// A save as the observers of one stack get it.
    struct Report: Sendable {
        let notice: SaveNotice
        let observers: SaveObservers
    }

    private let lastTicket = Atomic<UInt64>(0)
    /// The number of observers that saves are reported to.
    private let observerCount = Atomic<Int>(0)
    /// The number of unfinished commits that began while there was no observer: they take no lock, so nothing more is
    /// known of them.
    private let unfollowed = Atomic<Int>(0)
    private let waiting = Mutex(WaitingSaves())

    /// Begins without commits.
    package init() {}

    /// The largest number drawn so far.
    package var newestTicket: UInt64 { lastTicket.load(ordering: .acquiring) }

    /// Notes that observers have come or gone.
    func observersDidChange(by difference: Int) {
        observerCount.add(difference, ordering: .acquiringAndReleasing)
    }

    private var isObserved: Bool { observerCount.load(ordering: .acquiring) > 0 }

    /// Notes that a commit is about to begin, in some stores; these matter only if somebody observes saves.
    func begin(in stores: () -> [any Store]) -> CommitTicket {
        guard isObserved else {
            unfollowed.add(1, ordering: .acquiringAndReleasing)
            return CommitTicket(number: drawNumber(), isFollowed: false)
        }
        let ordered = stores().filter { $0.capabilities.contains(.orderedSaves) }.map { ObjectIdentifier($0) }
        return waiting.withLock { waiting in
            let ticket = CommitTicket(number: drawNumber(), isFollowed: true)
            waiting.begin(ticket.number, in: ordered)
            return ticket
        }
    }

    private func drawNumber() -> UInt64 { lastTicket.add(1, ordering: .acquiringAndReleasing).newValue }

    /// Ends a commit, and reports the saves that are now next in order, including its own if it has one.
    ///
    /// A save without a place is reported at once.
    func end(
        _ ticket: CommitTicket, _ reports: @autoclosure () -> [Report] = [],
        at places: @autoclosure () -> [Place] = []
    ) {
        if !ticket.isFollowed {
            unfollowed.subtract(1, ordering: .acquiringAndReleasing)
            if !isObserved { return }
        }
        let reports = reports()
        let places = reports.isEmpty ? [] : places()
        reportReady { waiting in
            waiting.end(ticket.number)
            if !reports.isEmpty { waiting.add(reports, at: places, before: newestTicket) }
            waiting.release(knowingAll: unfollowed.load(ordering: .acquiring) == 0)
        }
    }

    /// Reports what is no commit of these stacks, behind what is being reported.
    func report(_ report: Report) {
        if report.observers.isEmpty { return }
        reportReady { $0.add([report], at: [], before: 0) }
    }

    /// Reports what a closure makes ready, unless another thread is reporting, which does it then.
    private func reportReady(_ change: (inout WaitingSaves) -> Void) {
        let begins = waiting.withLock { waiting in
            change(&waiting)
            return waiting.beginReporting()
        }
        guard begins else { return }
        // One thread at a time reports, so that no save overtakes another on the way to the observers.
        while let next = waiting.withLock({ $0.dequeueReady() }) { next.observers.post(next.notice) }
    }

    /// Forgets the numbers of stores that may be gone.
    func storesDidChange() { waiting.withLock { $0.clearReported() } }
}

/// The saves that were committed and are not reported yet.
private struct WaitingSaves: Sendable {
    private struct Held: Sendable {
        let reports: [CommitOrder.Report]
        let places: [CommitOrder.Place]
        /// The newest commit that had begun when the save ended: later ones follow it.
        let newest: UInt64
    }

    /// The most saves that wait; beyond them any row of their models may have changed.
    private static var limit: Int { 1_000 }

    /// The ordered stores of each commit that is under way, by its ticket.
    private var begun: [UInt64: [ObjectIdentifier]] = [:]
    private var held: [Held] = []
    /// The largest number reported so far for each store.
    private var reported: [ObjectIdentifier: Int64] = [:]
    private var ready: Deque<CommitOrder.Report> = []
    private var isReporting = false

    mutating func begin(_ ticket: UInt64, in stores: [ObjectIdentifier]) { begun[ticket] = stores }

    mutating func end(_ ticket: UInt64) { begun[ticket] = nil }

    mutating func clearReported() { reported = [:] }

    mutating func add(
        _ reports: [CommitOrder.Report], at places: [CommitOrder.Place], before newest: UInt64
    ) {
        if places.isEmpty { return ready.append(contentsOf: reports) }
        held.append(Held(reports: reports, places: places, newest: newest))
    }

    /// Makes the saves ready that no other can precede; `knowingAll` says whether every commit that is under way is
    /// known.
    mutating func release(knowingAll: Bool) {
        while let index = firstReady(knowingAll) {
            let next = held.remove(at: index)
            for place in next.places {
                reported[place.store] = max(reported[place.store] ?? .min, place.number)
            }
            ready.append(contentsOf: next.reports)
        }
        if held.count > Self.limit { giveUp() }
    }

    private func firstReady(_ knowingAll: Bool) -> Int? {
        if held.isEmpty { return nil }
        var least: [ObjectIdentifier: Int64] = [:]
        // Nothing up to these numbers is missing.
        var known: [ObjectIdentifier: Int64] = [:]
        for save in held {
            for place in save.places {
                least[place.store] = min(least[place.store] ?? .max, place.number)
                if known[place.store] == nil, let last = reported[place.store] {
                    known[place.store] = last < .max ? last + 1 : last
                }
                if knowingAll, place.number > known[place.store] ?? .min,
                    !begun.contains(where: { $0.key <= save.newest && $0.value.contains(place.store) })
                {
                    known[place.store] = place.number
                }
            }
        }
        let first = held.firstIndex { save in
            save.places.allSatisfy { place in
                place.number == least[place.store] && place.number <= known[place.store] ?? .min
            }
        }
        return first ?? firstInDispute(known)
    }

    /// A save that waits for others because stores disagree about their order, so that none is the first.
    ///
    /// `known` are the numbers of stores up to which nothing is missing.
    private func firstInDispute(_ known: [ObjectIdentifier: Int64]) -> Int? {
        var candidates = held.indices.filter { index in
            held[index].places.allSatisfy { $0.number <= known[$0.store] ?? .min }
        }
        // A candidate must not precede what waits for a commit that is under way.
        while !candidates.isEmpty {
            var least: [ObjectIdentifier: Int64] = [:]
            for index in Set(held.indices).subtracting(candidates) {
                for place in held[index].places {
                    least[place.store] = min(least[place.store] ?? .max, place.number)
                }
            }
            let left = candidates.filter { index in
                held[index].places.allSatisfy { $0.number < least[$0.store] ?? .max }
            }
            if left.count == candidates.count { break }
            candidates = left
        }
        return candidates.first
    }

    /// Reports whole models instead of the waiting saves.
    private mutating func giveUp() {
        var entities: [ObjectIdentifier: (observers: SaveObservers, entities: Set<Int>)] = [:]
        for report in held.flatMap(\.reports) {
            entities[ObjectIdentifier(report.observers), default: (report.observers, [])].entities
                .formUnion(report.notice.parts.map(\.entity))
        }
        for place in held.flatMap(\.places) {
            reported[place.store] = max(reported[place.store] ?? .min, place.number)
        }
        held = []
        for (observers, entities) in entities.values {
            let parts = entities.sorted().map { SaveNotice.Part(whole: $0) }
            ready.append(CommitOrder.Report(notice: SaveNotice(parts: parts), observers: observers))
        }
    }

    /// Whether there is a save to report that no other thread is already reporting.
    mutating func beginReporting() -> Bool {
        if isReporting || ready.isEmpty { return false }
        isReporting = true
        return true
    }

    /// The next save to report; `nil` ends the reporting.
    mutating func dequeueReady() -> CommitOrder.Report? {
        let next = ready.popFirst()
        isReporting = next != nil
        return next
    }
}
