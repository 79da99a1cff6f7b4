import FoundationEssentials
import Granary

/// The way of some writes to the server and back.
extension LaneWorker {
    /// Notes that writes leave; each has taken over the later ones that are coalesced with it; `nil` if one is not to be
    /// sent any more, or another process sends.
    mutating func mark(
        _ departures: [OutboxQueue.Departure], without withheld: Set<String>
    ) async throws -> [RemoteWrite]? {
        let marking = marking(of: departures, without: withheld)
        let options = RepositoryCore.servedOptions(by: EntryWatch.sender)
        let outcome = try await core.stack.performOnStores(options) { context -> WriteMarking.Outcome? in
            guard let outcome = try marking(context) else {
                context.rollback()
                return nil
            }
            try context.save()
            return outcome
        }
        guard let outcome else { return nil }
        noteMarked(outcome)
        return outcome.writes
    }

    /// What marks writes in a context whose save follows; where the right is to be kept for longer, only if it need not be
    /// asked for yet.
    private func marking(
        of departures: [OutboxQueue.Departure], without withheld: Set<String>, forLonger: Bool = false
    ) -> AnswerSettling.Marking {
        let (core, right) = (core, right)
        return { context in
            // What may not be sent any more is not marked: it could not be cancelled, though it has not left.
            guard core.withheld == withheld, try right.require(in: context, forLonger: forLonger),
                let outcome = try WriteMarking(context: context, rule: core.rule).mark(departures)
            else { return nil }
            // Before the commit: a reader that finds the store without the entry has to find its end noted.
            for id in outcome.superseded { core.ends.note(id, .superseded) }
            return outcome
        }
    }

    private func noteMarked(_ outcome: WriteMarking.Outcome) {
        plan.leave(outcome)
        if !outcome.refused.isEmpty { core.watch.noteRefusal() }
    }

    /// The server's answers to writes, in their order; fewer where it has not answered.
    ///
    /// Writes for which it does not accept the credentials are sent once more with others, and no others with them.
    mutating func outcomes(
        of writes: [RemoteWrite], _ slot: SourceSlot, without withheld: Set<String>
    ) async -> [RemoteOutcome] {
        var outcomes = await attempt(writes, slot)
        let refused = outcomes.indices.filter { outcomes[$0].isAboutCredentials }
        guard !hasRenewed, !refused.isEmpty else { return outcomes }
        hasRenewed = true
        let source = slot.source
        do { try await LeavableWork.run { try await source.renewCredentials() } } catch { return outcomes }
        // A sign-in takes its time, in which the right may end.
        if core.withheld != withheld {
            hasRenewed = false
            for position in refused { outcomes[position] = .later() }
            return outcomes
        }
        let second = await attempt(refused.map { writes[$0] }, slot)
        for (position, outcome) in zip(refused, second) { outcomes[position] = outcome }
        // What has no answer now is sent again.
        for position in refused.dropFirst(second.count) { outcomes[position] = .later() }
        return outcomes
    }

    private func attempt(_ writes: [RemoteWrite], _ slot: SourceSlot) async -> [RemoteOutcome] {
        let source = slot.source
        do {
            let outcomes = try await reporting(
                to: core.stack.observer, waiting: Operation(.send, of: Self.name(of: writes)),
                rows: { _ in writes.count }
            ) { try await LeavableWork.run { try await source.send(RemoteBatch(writes: writes)) } }
            slot.connection.noteReached()
            // A server may answer more than it was asked.
            return Array(outcomes.prefix(writes.count))
        } catch let failure as RemoteFailure {
            slot.connection.noteReached()
            return writes.map {
                RemoteOutcome(
                    status: failure.status, of: $0, reason: failure.reason, retryAfter: failure.retryAfter)
            }
        } catch {
            // After any error the write may have arrived, and its identity keeps a repetition harmless.
            slot.connection.note(error)
            return []
        }
    }

    /// The model that all writes are of; empty for writes of several ones.
    private static func name(of writes: [RemoteWrite]) -> String {
        let models = Set(writes.map { $0.kind == .command ? "" : $0.model })
        return models.count == 1 ? models.first ?? "" : ""
    }

    /// Notes the server's answers, in one save with the rows that it has served; the same save marks the writes that
    /// follow, where there are some.
    ///
    /// - Throws: what the store throws.
    mutating func settle(
        _ writes: [RemoteWrite], _ outcomes: [RemoteOutcome], _ slot: SourceSlot,
        without withheld: Set<String>
    ) async throws -> Step {
        let following = await following(writes, outcomes, slot, without: withheld)
        do {
            let marking = following.isEmpty ? nil : marking(of: following, without: withheld, forLonger: true)
            let changes = try await AnswerSettling(core).run(writes, outcomes, marking: marking)
            let step = apply(changes, outcomes, silent: outcomes.count < writes.count)
            if let marked = changes.following {
                noteMarked(marked)
                ahead = Ahead(departures: following, writes: marked.writes, slot: slot, withheld: withheld)
            } else {
                plan.release(following)
            }
            return step
        } catch {
            plan.release(following)
            throw error
        }
    }

    /// The writes that may be marked with the save that settles others: none unless all of these are accepted, and the
    /// next ones may leave at once.
    private func following(
        _ writes: [RemoteWrite], _ outcomes: [RemoteOutcome], _ slot: SourceSlot,
        without withheld: Set<String>
    ) async -> [OutboxQueue.Departure] {
        let slots = core.sources.present
        guard outcomes.count == writes.count, outcomes.allSatisfy(\.isAccepted), slots[lane.source] === slot,
            core.sendsAtOnce, core.withheld == withheld, core.pauses.reason(lane) == nil, !Task.isCancelled
        else { return [] }
        // What cannot be read now is met again by the next step; what the server has answered is noted all the same.
        return (try? await plan.claim(lane, slots, without: withheld, after: Set(writes.map(\.id)))) ?? []
    }

    private mutating func apply(
        _ changes: AnswerSettling.Changes, _ outcomes: [RemoteOutcome], silent: Bool
    ) -> Step {
        plan.settle(changes.accepted, refused: changes.refused)
        if !changes.refused.isEmpty { core.watch.noteRefusal() }
        if changes.areOfOthers { plan.invalidate() }
        if let reason = outcomes.lazy.compactMap(\.credentialsReason).first {
            pauseWithoutCredentials(reason)
            return .done
        }
        if !changes.accepted.isEmpty { hasRenewed = false }
        let pauses = outcomes.compactMap(\.pause)
        if let longest = pauses.max(by: { ($0 ?? .zero) < ($1 ?? .zero) }) { return .notReached(longest) }
        return silent ? .notReached(nil) : .done
    }

    private mutating func pauseWithoutCredentials(_ reason: String) {
        hasRenewed = false
        core.pauses.pause(lane, unauthorized: reason)
        core.report(
            GranaryError(
                .denied,
                "The server does not accept the credentials; renew them, and then call `outbox.resume()`."))
    }
}

extension RemoteOutcome {
    fileprivate var isAccepted: Bool {
        if case .accepted = kind { return true }
        return false
    }

    fileprivate var isAboutCredentials: Bool { credentialsReason != nil }

    /// Why the server does not accept the credentials, if it does not.
    var credentialsReason: String? {
        if case .unauthorized(let reason) = kind { return reason }
        return nil
    }

    /// The pause that the server asks for; inside, `nil` for one that grows.
    fileprivate var pause: Duration?? {
        if case .later(let pause) = kind { return .some(pause) }
        return nil
    }
}
