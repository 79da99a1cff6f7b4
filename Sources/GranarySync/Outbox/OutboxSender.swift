import FoundationEssentials
import Granary

/// Sends the writes of a store to the server until its task is cancelled.
struct OutboxSender {
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
    }

    let core: RepositoryCore
    let right: SendingRight
    let decide: RefusalHandler?
    var queue: OutboxQueue?
    /// The refused writes that the program has been asked about and that it has left open.
    var offered: Set<UUID> = []
    /// Whether the credentials were renewed since the server accepted some.
    var hasRenewed = false
    /// The changes by others that the queue has seen.
    private var seen = EntryWatch.Count()
    /// The attempts in a row that have not reached the server.
    private var failures = 0

    init(_ core: RepositoryCore, _ decide: RefusalHandler?) {
        self.core = core
        self.decide = decide
        right = SendingRight(stack: core.stack, times: core.times, holder: core.identity)
    }

    /// Sends until the task is cancelled.
    ///
    /// - Throws: ``GranaryError/Code/closed`` and ``GranaryError/Code/destroyed`` once the stack is; other errors of the
    ///   store are reported, and it tries again.
    mutating func run() async throws {
        let right = right
        let result: Result<Void, any Error>
        do { result = .success(try await send()) } catch { result = .failure(error) }
        // The task may be cancelled, and a cancelled task saves nothing.
        await Task { try? await right.giveBack() }.value
        try result.get()
    }

    private mutating func send() async throws {
        while !Task.isCancelled {
            let before = core.watch.present
            do {
                switch try await step() {
                case .done: failures = 0
                case .idle: await core.watch.waitForOthers(after: before)
                case .notReached(let pause): await rest(pause, after: before)
                case .lost:
                    queue = nil
                    await rest(core.times.lease / 2, unlessChangedSince: before)
                }
            } catch let error as GranaryError where error.code == .closed || error.code == .destroyed {
                throw error
            } catch {
                if Task.isCancelled { return }
                queue = nil
                core.report(error)
                await rest(nil, after: before)
            }
        }
    }

    /// Waits for the time that the server asks for, or for a growing pause.
    private mutating func rest(_ pause: Duration?, after before: EntryWatch.Count) async {
        failures += 1
        // A server may ask for any time, also by mistake.
        let asked = pause.map { min(max($0, .zero), .seconds(86_400)) }
        await rest(asked ?? core.times.pause(after: failures), unlessChangedSince: before)
    }

    /// Waits for a while; ends early only when the program has it try at once.
    private func rest(_ duration: Duration, unlessChangedSince before: EntryWatch.Count) async {
        let (clock, watch) = (core.times.clock, core.watch)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await clock.sleep(for: duration) }
            group.addTask { await watch.waitForCall(after: before) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Sends the next writes, if there are any.
    private mutating func step() async throws -> Step {
        if core.pause.withLock({ $0 }) != nil {
            await core.pause.wait { $0 != nil }
            return .done
        }
        let present = core.watch.present
        if queue == nil || seen.others != present.others {
            let rule = core.rule
            queue = try await core.stack.performOnStores(RepositoryCore.readingOptions) {
                try OutboxQueue($0, rule)
            }
            seen = present
        }
        if let refused = queue?.refused, !refused.isSubset(of: offered), try await offerRefused() {
            queue = nil
            return .done
        }
        guard let departures = queue?.next(upTo: core.source.mostWritesPerBatch), !departures.isEmpty else {
            return .idle
        }
        guard try await right.take() else { return .lost }
        core.reach(.beforeMarking)
        guard let writes = try await mark(departures), !writes.isEmpty else {
            queue = nil
            return .done
        }
        core.reach(.beforeSending)
        let outcomes = await outcomes(of: writes)
        core.reach(.beforeSettling)
        let step = try await settle(writes, outcomes)
        core.reach(.afterSettling)
        return step
    }
}
