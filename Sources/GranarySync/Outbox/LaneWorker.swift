import FoundationEssentials
import Granary
import Synchronization

/// Sends the writes of one lane, a batch after the other.
struct LaneWorker {
    /// The result of an attempt to send.
    enum Step {
        /// Something was sent and answered, or the queue is to be looked at again.
        case done
        /// Nothing may be sent.
        case idle
        /// The server has not answered, or asks to wait for a time.
        case notReached(Duration?)
        /// Another process sends.
        case lost
        /// Something has failed that may succeed later.
        case failed(any Error)
    }

    /// Writes that the save which has settled those before them has marked, and that leave next.
    struct Ahead {
        let departures: [OutboxQueue.Departure]
        let writes: [RemoteWrite]
        let slot: SourceSlot
        /// The models that were withheld.
        let withheld: Set<String>
    }

    let core: RepositoryCore
    let right: SendingRight
    let plan: OutboxPlan
    let lane: LaneKey
    /// The writes that leave next, which are on their way already.
    var ahead: Ahead?
    /// Whether the credentials were renewed since the server accepted some.
    var hasRenewed = false
    /// The attempts in a row that have not reached the server.
    private var failures = 0

    init(_ core: RepositoryCore, _ right: SendingRight, _ plan: OutboxPlan, _ lane: LaneKey) {
        self.core = core
        self.right = right
        self.plan = plan
        self.lane = lane
    }

    /// Sends until the task is cancelled.
    ///
    /// - Throws: ``GranaryError/Code/closed`` and ``GranaryError/Code/destroyed`` once the stack is.
    mutating func run() async throws {
        while !Task.isCancelled {
            let before = core.watch.present
            do {
                switch try await step() {
                case .done: failures = 0
                case .idle:
                    core.watch.noteIdle()
                    await core.watch.waitForWork(after: before)
                case .notReached(let pause):
                    core.watch.noteFailure()
                    await rest(pause, after: before)
                    plan.endRest(lane)
                case .lost:
                    plan.invalidate()
                    await core.rest(core.times.lease / 2, unlessChangedSince: before)
                case .failed(let error):
                    await restAfterFailure(error, after: before)
                }
            } catch let error as GranaryError where error.endsSending {
                throw error
            } catch {
                if Task.isCancelled { return }
                plan.beginRest(lane)
                await restAfterFailure(error, after: before)
            }
        }
    }

    /// Reports an error and has a rest, which has begun for the lane.
    private mutating func restAfterFailure(_ error: any Error, after before: EntryWatch.Count) async {
        plan.invalidate()
        core.report(error)
        core.watch.noteFailure()
        // What was refused before it is in the store.
        core.watch.noteRefusal()
        await rest(nil, after: before)
        plan.endRest(lane)
    }

    /// Waits for the time that the server asks for, or for a growing pause.
    private mutating func rest(_ pause: Duration?, after before: EntryWatch.Count) async {
        failures += 1
        // A server may ask for any time, also by mistake.
        let asked = pause.map { min(max($0, .zero), .seconds(86_400)) }
        await core.rest(asked ?? core.times.pause(after: failures), unlessChangedSince: before)
    }

    /// Sends the next writes, if there are any.
    private mutating func step() async throws -> Step {
        if core.pauses.reason(lane) != nil {
            releaseAhead()
            await core.pauses.wait(lane)
            return .done
        }
        guard await core.maySend() else {
            releaseAhead()
            return .idle
        }
        let slots = core.sources.present
        let withheld = core.withheld
        if let ahead, slots[lane.source] === ahead.slot, ahead.withheld == withheld {
            self.ahead = nil
            return try await leave(ahead.departures) { worker in
                try await worker.send(ahead.writes, ahead.slot, without: withheld)
            }
        }
        releaseAhead()
        let departures = try await plan.claim(lane, slots, without: withheld)
        guard !departures.isEmpty, let slot = slots[lane.source] else { return .idle }
        return try await leave(departures) { worker in
            try await worker.deliver(departures, slot, without: withheld)
        }
    }

    /// Does something with writes that are on their way, which they are not any more afterwards.
    private mutating func leave(
        _ departures: [OutboxQueue.Departure], _ work: (inout LaneWorker) async throws -> Step
    ) async throws -> Step {
        defer { plan.release(departures) }
        let step: Step
        do { step = try await work(&self) } catch {
            if Task.isCancelled || (error as? GranaryError)?.endsSending ?? false { throw error }
            step = .failed(error)
        }
        // Before the writes are released, which wakes the other workers of the lane: they wait too.
        switch step {
        case .notReached, .failed: plan.beginRest(lane)
        case .done, .idle, .lost: break
        }
        return step
    }

    /// Has the writes that were to leave next chosen anew.
    private mutating func releaseAhead() {
        guard let ahead = ahead.take() else { return }
        plan.release(ahead.departures)
    }

    /// Marks writes, sends them, and settles them.
    private mutating func deliver(
        _ departures: [OutboxQueue.Departure], _ slot: SourceSlot, without withheld: Set<String>
    ) async throws -> Step {
        guard try await right.take() else { return .lost }
        core.reach(.beforeMarking)
        guard let writes = try await mark(departures, without: withheld) else {
            plan.invalidate()
            return .done
        }
        // A right may have ended since; the writes then leave when it is there again.
        if core.withheld != withheld { return .done }
        return try await send(writes, slot, without: withheld)
    }

    /// Sends writes that are marked, and settles them.
    private mutating func send(
        _ writes: [RemoteWrite], _ slot: SourceSlot, without withheld: Set<String>
    ) async throws -> Step {
        if writes.isEmpty { return .done }
        core.reach(.beforeSending)
        let outcomes = await outcomes(of: writes, slot, without: withheld)
        core.reach(.beforeSettling)
        let step = try await settle(writes, outcomes, slot, without: withheld)
        core.reach(.afterSettling)
        return step
    }
}

extension GranaryError {
    /// Whether the stack is closed or destroyed, so that nothing can be sent any more.
    var endsSending: Bool { code == .closed || code == .destroyed }
}

extension RepositoryCore {
    /// Whether it sends without asking the program each time.
    var sendsAtOnce: Bool {
        if case .atOnce = sending.kind { return true }
        return flushes.withLock { $0 } > 0
    }

    /// Whether the program has it send now.
    fileprivate nonisolated(nonsending) func maySend() async -> Bool {
        if sendsAtOnce { return true }
        switch sending.kind {
        case .atOnce, .byHand: return false
        case .when(let isAllowed): return (try? await LeavableWork.run { await isAllowed() }) ?? false
        }
    }
}

extension RepositoryCore {
    /// Waits for a while; ends early only when the program has it try at once.
    nonisolated(nonsending) func rest(
        _ duration: Duration, unlessChangedSince before: EntryWatch.Count
    ) async {
        await times.rest(duration) { [watch] in await watch.waitForCall(after: before) }
    }
}
