internal import DequeModule
internal import Synchronization

/// Decides which action of a stack begins, and when: the actions of an entity one after the other, a number of general
/// ones at the same time.
///
/// A waiting action is an entry in a queue; it takes no thread and no task.
package final class ActionScheduler: Sendable {
    /// How many events are kept for a slow reader.
    package static let eventLimit = 4_096

    private struct Lane {
        var waiting = Deque<ActionRecord>()
        /// The actions that have been started, at most as many as may run at the same time; some may still wait for a
        /// thread.
        var started: [ActionRecord] = []

        var isEmpty: Bool { waiting.isEmpty && started.isEmpty }

        /// Takes the next action, unless the limit of started ones is reached.
        mutating func dequeueReady(limit: Int) -> ActionRecord? {
            while started.count < limit, let next = waiting.popFirst() {
                // One that was cancelled while it waited is over.
                if next.state == .finished { continue }
                started.append(next)
                return next
            }
            return nil
        }
    }

    private struct State {
        /// The lanes that have been used; empty ones stay.
        var lanes: [ActionQueue: Lane] = [:]
        var suspension = ActionSuspension()
        /// How many callers keep all actions from starting.
        var pauses = 0
        /// Why no more actions begin.
        var refusal: GranaryError?
        var lastNumber = 0
    }

    private let state = Mutex(State())
    private let generalLimit: Int
    private let time: ElapsedTime
    private let lastUse: LastUse?
    private let events = EventChannel<ActionEvent>(limit: eventLimit)

    /// Makes a scheduler without actions.
    ///
    /// - Parameters:
    ///   - generalLimit: how many general actions run at the same time; less than one counts as one.
    ///   - time: measures how long actions wait and run.
    ///   - lastUse: notes when each ends, if that is asked for.
    package init(generalLimit: Int, time: ElapsedTime, noting lastUse: LastUse? = nil) {
        self.generalLimit = max(1, generalLimit)
        self.time = time
        self.lastUse = lastUse
    }

    /// A stream of the later events of all actions.
    func makeEvents() -> AsyncStream<ActionEvent> { events.makeStream() }

    /// Makes an action that waits, with the next number; it is in no queue yet.
    func makeRecord(named name: String, in queue: ActionQueue) -> ActionRecord {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return ActionRecord(number, named: name, in: queue, time, events, noting: lastUse)
    }

    /// Whether no action waits or runs.
    ///
    /// Complexity: O(started actions, and waiting ones that were cancelled).
    var isIdle: Bool {
        state.withLock { state in
            state.lanes.values.allSatisfy { lane in
                (lane.started + lane.waiting).allSatisfy { $0.state == .finished }
            }
        }
    }

    /// Puts an action at the end of its queue; it fails at once if the stack has ended.
    func submit(_ record: ActionRecord, _ work: @escaping ActionRecord.Work) {
        record.prepare(work)
        let refusal = change(in: record.queue) { state in
            if state.refusal == nil { state.lanes[record.queue, default: Lane()].waiting.append(record) }
            return state.refusal
        }
        if let refusal { record.end(.failed(refusal)) }
    }

    // MARK: Suspending

    /// Suspends or resumes one queue, or all of them for `nil`.
    func set(isSuspended: Bool, _ queue: ActionQueue?) {
        let queues = state.withLock { state in
            state.suspension.set(isSuspended, queue)
            return queue.map { [$0] } ?? Array(state.lanes.keys)
        }
        queues.forEach(startReady)
    }

    /// Whether a queue is suspended.
    func isSuspended(_ queue: ActionQueue) -> Bool { state.withLock { $0.suspension.covers(queue) } }

    /// Keeps all actions from starting until ``goOn()``, while the stack may be about to end.
    package func pause() { state.withLock { $0.pauses += 1 } }

    /// Ends a ``pause()``.
    package func goOn() {
        let queues = state.withLock { state in
            state.pauses -= 1
            return Array(state.lanes.keys)
        }
        queues.forEach(startReady)
    }

    // MARK: The end

    /// Fails every action whose closure has not begun, and all later ones.
    package func close(_ error: GranaryError) {
        let waiting = state.withLock { state in
            state.refusal = state.refusal ?? error
            let waiting = state.lanes.values.flatMap { Array($0.waiting) + $0.started }
            for queue in state.lanes.keys { state.lanes[queue]?.waiting = [] }
            return waiting.sorted { $0.number < $1.number }
        }
        for record in waiting { record.end(.failed(error), ifIn: .waiting) }
        finishIfDone()
    }

    /// Ends the events once the stack and its last action have ended.
    private func finishIfDone() {
        let isDone = state.withLock { $0.refusal != nil && $0.lanes.values.allSatisfy(\.isEmpty) }
        if isDone { events.finish() }
    }

    // MARK: Starting

    /// Changes the state of a queue, and starts the actions that can begin in it.
    private func change<R>(in queue: ActionQueue, _ body: (inout State) -> R) -> R {
        let (result, ready) = state.withLock { state in (body(&state), dequeueReady(queue, &state)) }
        if let ready {
            start(ready)
            startReady(queue)
        }
        return result
    }

    /// Starts the actions that can begin in a queue.
    private func startReady(_ queue: ActionQueue) {
        while let record = state.withLock({ dequeueReady(queue, &$0) }) { start(record) }
    }

    private func start(_ record: ActionRecord) {
        record.start { self.didEnd(record) }
    }

    /// Takes the next action of a queue that can begin.
    private func dequeueReady(_ queue: ActionQueue, _ state: inout State) -> ActionRecord? {
        if state.pauses > 0 || state.suspension.covers(queue) { return nil }
        return state.lanes[queue]?.dequeueReady(limit: queue.entity == nil ? generalLimit : 1)
    }

    private func didEnd(_ record: ActionRecord) {
        let hasEnded = change(in: record.queue) { state in
            state.lanes[record.queue]?.started.removeAll { $0 === record }
            return state.refusal != nil
        }
        if hasEnded { finishIfDone() }
    }
}
