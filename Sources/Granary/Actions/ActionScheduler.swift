internal import DequeModule
internal import Synchronization

/// Decides which action of a stack begins, and when: the actions of an entity one after the other, a number of general
/// ones beside each other.
///
/// A waiting action is an entry in a queue; it takes no thread and no task.
package final class ActionScheduler: Sendable {
    /// How many events are kept for a reader that is behind.
    package static let eventLimit = 4_096

    private struct Lane {
        var waiting = Deque<ActionRecord>()
        /// The actions that have been started, by their numbers; some may still wait for a thread.
        var started: [Int: ActionRecord] = [:]
    }

    private struct State {
        var lanes: [ActionQueue: Lane] = [:]
        var suspension = ActionSuspension()
        /// How many callers keep all actions from starting.
        var pauses = 0
        /// Why no action begins any more.
        var refusal: GranaryError?
        var lastNumber = 0
    }

    private let state = Mutex(State())
    private let generalLimit: Int
    private let time: ElapsedTime
    private let events = EventChannel<ActionEvent>(limit: eventLimit)

    /// Makes a scheduler without actions.
    ///
    /// - Parameters:
    ///   - generalLimit: how many general actions run beside each other; less than one counts as one.
    ///   - time: measures how long actions wait and run.
    package init(generalLimit: Int, time: ElapsedTime) {
        self.generalLimit = max(1, generalLimit)
        self.time = time
    }

    /// A reader of what happens to actions from now on.
    func makeEvents() -> AsyncStream<ActionEvent> { events.makeStream() }

    /// Makes an action that waits, with the next number; it is in no queue yet.
    func makeRecord(named name: String, in queue: ActionQueue) -> ActionRecord {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return ActionRecord(number, named: name, in: queue, time, events)
    }

    /// Puts an action at the end of its queue; it fails at once if the stack has ended.
    func submit(_ record: ActionRecord, _ work: @escaping ActionRecord.Work) {
        record.prepare(work)
        let refusal = change { state in
            if state.refusal == nil { state.lanes[record.queue, default: Lane()].waiting.append(record) }
            return (state.refusal, [record.queue])
        }
        if let refusal { record.end(.failed(refusal)) }
    }

    // MARK: Suspending

    /// Suspends or resumes one queue, or all of them for `nil`.
    func set(isSuspended: Bool, _ queue: ActionQueue?) {
        change { state in
            state.suspension.set(isSuspended, queue)
            return ((), queue.map { [$0] } ?? Array(state.lanes.keys))
        }
    }

    /// Whether a queue is suspended.
    func isSuspended(_ queue: ActionQueue) -> Bool { state.withLock { $0.suspension.covers(queue) } }

    /// Keeps all actions from starting until ``goOn()``, while the stack may be about to end.
    package func pause() { state.withLock { $0.pauses += 1 } }

    /// Ends a ``pause()``.
    package func goOn() {
        change { state in
            state.pauses -= 1
            return ((), Array(state.lanes.keys))
        }
    }

    // MARK: The end

    /// Fails every action whose closure has not begun, and all later ones.
    package func close(_ error: GranaryError) {
        let waiting = change { state in
            state.refusal = state.refusal ?? error
            let waiting = state.lanes.values.flatMap { Array($0.waiting) + $0.started.values }
            for queue in state.lanes.keys { state.lanes[queue]?.waiting = [] }
            return (waiting.sorted { $0.number < $1.number }, Array(state.lanes.keys))
        }
        for record in waiting { record.end(.failed(error), ifIn: .waiting) }
        finishIfDone()
    }

    /// Ends the events once the stack has ended and its last action too.
    private func finishIfDone() {
        let isDone = state.withLock { $0.refusal != nil && $0.lanes.isEmpty }
        if isDone { events.finish() }
    }

    // MARK: Starting

    /// Changes the state, and starts what can begin in the queues concerned.
    private func change<R>(_ body: (inout State) -> (R, [ActionQueue])) -> R {
        let (result, ready) = state.withLock { state in
            let (result, queues) = body(&state)
            return (result, queues.flatMap { takeReady($0, &state) })
        }
        for record in ready { record.start { self.didEnd(record) } }
        return result
    }

    /// Takes the actions of a queue that can begin.
    private func takeReady(_ queue: ActionQueue, _ state: inout State) -> [ActionRecord] {
        guard var lane = state.lanes.removeValue(forKey: queue) else { return [] }
        var ready: [ActionRecord] = []
        let isHeld = state.pauses > 0 || state.suspension.covers(queue)
        let limit = queue.entity == nil ? generalLimit : 1
        while !isHeld, lane.started.count < limit, let next = lane.waiting.popFirst() {
            // One that was cancelled while it waited is over.
            if next.state == .finished { continue }
            lane.started[next.number] = next
            ready.append(next)
        }
        if !lane.waiting.isEmpty || !lane.started.isEmpty { state.lanes[queue] = lane }
        return ready
    }

    private func didEnd(_ record: ActionRecord) {
        change { state in
            state.lanes[record.queue]?.started[record.number] = nil
            return ((), [record.queue])
        }
        finishIfDone()
    }
}
