import FoundationEssentials
import Granary

/// Sends the writes of a store to the server, one after the other, until its task is cancelled.
struct OutboxSender {
    /// What an attempt to send has come to.
    private enum Step { case done, idle, notReached, lost }

    let core: RepositoryCore
    let right: SendingRight
    private var queue: OutboxQueue?
    /// The changes by others that the queue has seen.
    private var seen = EntryWatch.Count()
    /// The attempts in a row that have not reached the server.
    private var failures = 0

    init(_ core: RepositoryCore) {
        self.core = core
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
                case .notReached: await pause(after: before)
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
                await pause(after: before)
            }
        }
    }

    private mutating func pause(after before: EntryWatch.Count) async {
        failures += 1
        await rest(core.times.pause(after: failures), unlessChangedSince: before)
    }

    /// Waits for a while; ends early only when somebody has it look again at once.
    private func rest(_ duration: Duration, unlessChangedSince before: EntryWatch.Count) async {
        let (clock, watch) = (core.times.clock, core.watch)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await clock.sleep(for: duration) }
            group.addTask { await watch.waitForCall(after: before) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Sends the next write, if there is one.
    private mutating func step() async throws -> Step {
        let present = core.watch.present
        if queue == nil || seen.others != present.others {
            queue = try await core.stack.performOnStores(RepositoryCore.readingOptions) {
                try OutboxQueue($0)
            }
            seen = present
        }
        guard let item = queue?.next else { return .idle }
        guard try await right.take() else { return .lost }
        core.reach(.beforeMarking)
        guard let write = try await mark(item) else {
            queue = nil
            return .done
        }
        core.reach(.beforeSending)
        guard let outcome = await outcome(of: write) else { return .notReached }
        core.reach(.beforeSettling)
        try await settle(write, outcome)
        core.reach(.afterSettling)
        return .done
    }

    /// Notes that a write leaves; `nil` if it is not to be sent any more, or another process sends.
    private func mark(_ item: OutboxQueue.Item) async throws -> RemoteWrite? {
        let right = right
        return try await core.stack.performOnStores(RepositoryCore.servedOptions(by: EntryWatch.sender)) {
            context in
            guard let entry = try context.object(ObjectID<SyncEntry>(item.id)),
                entry.state == .waiting || entry.state == .sent, try right.require(in: context)
            else { return nil }
            entry.noteNumber()
            (entry.state, entry.attempts) = (.sent, entry.attempts + 1)
            let write = try RemoteWrite(entry)
            try context.save()
            return write
        }
    }

    /// What the server says of a write; `nil` if nobody knows.
    private func outcome(of write: RemoteWrite) async -> RemoteOutcome? {
        // Whatever is thrown, the write may have arrived, and its identity keeps a repetition harmless.
        try? await core.source.send(RemoteBatch(writes: [write])).first
    }

    /// Notes what the server has said, in one save with the rows that it has served.
    private mutating func settle(_ write: RemoteWrite, _ outcome: RemoteOutcome) async throws {
        let (rule, settled) = (core.rule, core.settled)
        let options = RepositoryCore.servedOptions(by: EntryWatch.sender)
        let isQueueChanged = try await core.stack.performOnStores(options) { context in
            guard let entry = try context.object(ObjectID<SyncEntry>(write.id)) else { return true }
            switch outcome.kind {
            case .accepted(let payload):
                // Before the commit: who reads the store without the entry has to find it noted.
                settled.note(entry)
                try context.delete(entry)
                try ServedMerge(context: context, rule: rule).enter(payload)
            case .refused(let reason):
                (entry.state, entry.refusal) = (.refused, reason)
            }
            let isQueueChanged = context.changes.inserted.contains { $0 is SyncEntry }
            try context.save()
            return isQueueChanged
        }
        if isQueueChanged { queue = nil }
        switch outcome.kind {
        case .accepted: queue?.remove(write.id)
        case .refused: queue?.hold(write.id)
        }
    }
}
