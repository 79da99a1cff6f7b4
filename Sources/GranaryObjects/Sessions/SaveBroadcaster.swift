internal import Synchronization

/// Notifies contexts and observers of saves; no context is touched by another one's thread.
///
/// The broadcaster of a stack reports saves that reach the stores, also to the stacks that have these stores open too. A
/// context with children has another one, which notifies the contexts below it of saves into it.
package final class SaveBroadcaster: Sendable {
    private struct State {
        /// The inboxes of contexts that have not unregistered yet.
        var inboxes: [ObjectIdentifier: SaveInbox] = [:]
        var notifiesContexts: Bool
        /// The entities that were saved while no context was notified.
        var missed: SaveNotice?
    }

    private let state: Mutex<State>
    /// The number of inboxes, so that a save of another stack takes no lock where there is none.
    private let inboxCount = Atomic<Int>(0)
    /// The broadcaster of the stack, for that of a context.
    private let root: SaveBroadcaster?
    /// The commits that are under way.
    private let order: CommitOrder
    /// The observers of the values of saved rows.
    package let observers: SaveObservers
    /// Those who learn of each save before it returns, in any order, by the keys of its rows.
    package let followers = SaveObservers()
    /// The same, with the values of the rows.
    package let valueFollowers = SaveObservers()

    /// Makes the broadcaster of a stack, with the order of commits that it shares with others; one that does not notify
    /// contexts still notifies observers.
    ///
    /// It notes when an observer leaves, if that is asked for.
    package convenience init(
        notifiesContexts: Bool = true, order: CommitOrder = CommitOrder(), noting lastUse: LastUse? = nil
    ) {
        self.init(notifiesContexts: notifiesContexts, order: order, lastUse, root: nil)
    }

    private init(notifiesContexts: Bool, order: CommitOrder, _ lastUse: LastUse?, root: SaveBroadcaster?) {
        state = Mutex(State(notifiesContexts: notifiesContexts))
        self.order = order
        observers = SaveObservers(in: order, noting: lastUse)
        self.root = root
    }

    /// Makes the broadcaster of a context with children, which notifies contexts while the stack's does.
    package func makeBranch() -> SaveBroadcaster {
        SaveBroadcaster(notifiesContexts: true, order: CommitOrder(), nil, root: self)
    }

    /// Whether contexts are notified.
    ///
    /// When notifications resume, every context learns which entities were saved in between, and reloads their loaded
    /// objects.
    package var notifiesContexts: Bool {
        get { root?.notifiesContexts ?? state.withLock { $0.notifiesContexts } }
        set {
            let (missed, receivers) = state.withLock { state -> (SaveNotice?, [SaveInbox]) in
                state.notifiesContexts = newValue
                if !newValue { return (nil, []) }
                defer { state.missed = nil }
                return (state.missed, Array(state.inboxes.values))
            }
            guard let missed else { return }
            for inbox in receivers { inbox.post(missed) }
        }
    }

    /// Adds a context's inbox, and keeps it until ``unregister(_:)``.
    package func register(_ inbox: SaveInbox) {
        state.withLock { state in
            state.inboxes[ObjectIdentifier(inbox)] = inbox
            inboxCount.store(state.inboxes.count, ordering: .releasing)
        }
    }

    /// Removes a context's inbox.
    package func unregister(_ inbox: SaveInbox) {
        // Released outside of the lock.
        _ = state.withLock { state in
            defer { inboxCount.store(state.inboxes.count, ordering: .releasing) }
            return state.inboxes.removeValue(forKey: ObjectIdentifier(inbox))
        }
    }

    /// The positions of the entities whose saved rows are reported with their values, to observers of the stack and of
    /// those that have some of the stores open too; `nil` if there are none.
    ///
    /// Other stacks may observe `entities`, which the save has changed. `coordinator` has the stores that it was for:
    /// after a save in the background others may be open.
    func observedEntities(
        of entities: @autoclosure () -> Set<Int>, in coordinator: StoreCoordinator
    ) -> Set<Int>? {
        var found = observedEntities
        // A save into a context is observed in no other stack.
        if root != nil { return found }
        for (entity, presence) in coordinator.shared(entities()) where found?.contains(entity) != true {
            if !presence.sharers.others(than: self, where: { $0.observes(entity) }).isEmpty {
                found = (found ?? []).union([entity])
            }
        }
        return found
    }

    /// The positions of the entities whose saved rows are reported with their values to observers of this stack; `nil` if
    /// there are none.
    package var observedEntities: Set<Int>? {
        guard let followed = valueFollowers.observedEntities else { return observers.observedEntities }
        return observers.observedEntities?.union(followed) ?? followed
    }

    private func observes(_ entity: Int) -> Bool {
        observers.observes(entity) || valueFollowers.observes(entity)
    }

    /// Whether a save of an entity has any receiver; one that comes later reads what it has changed.
    private func hasReceivers(of entity: Int) -> Bool {
        observes(entity) || followers.observes(entity) || inboxCount.load(ordering: .acquiring) > 0
    }

    /// Notes that a commit is about to begin, in some stores; it has to be ended.
    package func beginCommit(in stores: () -> [any Store]) -> CommitTicket {
        order.begin(in: stores)
    }

    /// Ends a commit that is not reported: it has failed.
    package func endCommit(_ ticket: CommitTicket) { order.end(ticket) }

    /// The number of the last commit that began.
    package var newestTicket: UInt64 { order.newestTicket }

    /// Notifies every observer that the stores of the stack have changed.
    package func stackDidChange() {
        order.storesDidChange()
        followers.stackDidChange()
        valueFollowers.stackDidChange()
        observers.stackDidChange()
    }

    /// Notifies the followers that the saves of others in a store are reported from now on, or no longer.
    package func watchingDidChange() {
        followers.stackDidChange()
        valueFollowers.stackDidChange()
    }

    /// Posts a notice to the inboxes of all contexts, and to no observer; an empty notice is dropped.
    package func postToContexts(_ notice: SaveNotice) {
        if !notice.parts.isEmpty { postToContexts(notice, from: nil) }
    }

    /// Posts a notice of a save that is no ended commit: to the followers, to all inboxes except the sender's, and to the
    /// observers, of this stack and of those that have the stores open too; an empty notice is dropped.
    package func post(_ notice: SaveNotice, from sender: SaveInbox?) {
        postHere(notice, from: sender)
        for (other, notice) in others(of: notice) { other.postHere(notice, from: nil) }
    }

    /// The same, within this stack alone.
    package func postHere(_ notice: SaveNotice, from sender: SaveInbox?) {
        if notice.parts.isEmpty { return }
        postAtOnce(notice, from: sender)
        order.report(CommitOrder.Report(notice: notice, observers: observers))
    }

    /// Ends a commit, and posts a notice of it: to the followers and the inboxes at once, and to the observers in the
    /// order of commits; to those of the stacks that have the stores open too in the same way.
    ///
    /// The places are those in the stores whose saves have an order.
    package func post(
        _ notice: SaveNotice, from sender: SaveInbox?, ending ticket: CommitTicket,
        at places: @autoclosure () -> [CommitOrder.Place]
    ) {
        if notice.parts.isEmpty { return endCommit(ticket) }
        postAtOnce(notice, from: sender)
        let others = others(of: notice)
        for (other, notice) in others { other.postAtOnce(notice, from: nil) }
        order.end(ticket, reports(of: notice, others), at: places())
    }

    private typealias Other = (broadcaster: SaveBroadcaster, notice: SaveNotice)

    /// The other stacks that have stores of a notice open, each with the notice as it gets it: with the changes in these
    /// stores that it has receivers for, and its own presences.
    private func others(of notice: SaveNotice) -> [Other] {
        // A save into a context concerns no other stack.
        guard root == nil,
            notice.parts.contains(where: {
                notice.presence(of: $0.entity)?.sharers.haveBeenSeveral ?? false
            })
        else { return [] }
        typealias Share = (
            broadcaster: SaveBroadcaster, parts: [SaveNotice.Part], presences: [StorePresence?]
        )
        var shares: [ObjectIdentifier: Share] = [:]
        let none = [StorePresence?](repeating: nil, count: notice.presences.count)
        for part in notice.parts {
            let others = notice.presence(of: part.entity)?.sharers.others(than: self) {
                $0.hasReceivers(of: part.entity)
            }
            for other in others ?? [] {
                shares[ObjectIdentifier(other.broadcaster), default: (other.broadcaster, [], none)].parts
                    .append(part)
                shares[ObjectIdentifier(other.broadcaster)]?.presences[part.entity] = other.presence
            }
        }
        return shares.values.map {
            let notice = SaveNotice(
                parts: $0.parts, ticket: notice.ticket, author: notice.author, ofOtherStack: true,
                in: $0.presences)
            return ($0.broadcaster, notice)
        }
    }

    /// A notice as the observers of this stack and of others get it, in the order of commits.
    private func reports(of notice: SaveNotice, _ others: [Other]) -> [CommitOrder.Report] {
        var reports = [CommitOrder.Report(notice: notice, observers: observers)]
        for other in others where !other.broadcaster.observers.isEmpty {
            reports.append(CommitOrder.Report(notice: other.notice, observers: other.broadcaster.observers))
        }
        return reports
    }

    /// To the followers first, so that nobody who learns of a save meets what a follower has kept from before it.
    private func postAtOnce(_ notice: SaveNotice, from sender: SaveInbox?) {
        followers.post(notice)
        valueFollowers.post(notice)
        postToContexts(notice, from: sender)
    }

    private func postToContexts(_ notice: SaveNotice, from sender: SaveInbox?) {
        // Contexts below another one are registered with the stack's broadcaster too, which keeps what they miss.
        let isMissed = (root ?? self).state.withLock { state in
            if state.notifiesContexts { return false }
            state.missed = SaveNotice(uniting: [state.missed, notice].compactMap { $0 })
            return true
        }
        if isMissed { return }
        let receivers = state.withLock { Array($0.inboxes.values) }
        for inbox in receivers where inbox !== sender { inbox.post(notice) }
    }
}
