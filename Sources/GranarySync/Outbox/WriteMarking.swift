import FoundationEssentials
import Granary

/// Notes in the entries of one context that writes leave; the next save stores it.
struct WriteMarking {
    let context: Context
    let rule: SyncRule

    /// What has become of the departures.
    struct Outcome: Sendable {
        var writes: [RemoteWrite] = []
        /// The departures of these writes, with the later ones that became one with them.
        var left: [OutboxQueue.Departure] = []
        /// Commands that a later one replaces.
        var superseded: Set<UUID> = []
        /// Writes with nothing left to send.
        var gone: Set<UUID> = []
        /// Writes that cannot be written in the words of the server.
        var refused: Set<UUID> = []
    }

    /// Marks departures; each takes over the later ones that are coalesced with it; `nil` where one is not as the queue
    /// has it any more.
    ///
    /// - Throws: errors of the store; ``GranaryError/Code/newer`` and ``GranaryError/Code/corrupt`` for bytes that cannot
    ///   be read.
    func mark(_ departures: [OutboxQueue.Departure]) throws -> Outcome? {
        var outcome = Outcome()
        // Held until all are marked.
        let entries = try SyncEntry.loaded(departures.flatMap(\.all), in: context)
        defer { withExtendedLifetime(entries) {} }
        /// The objects that the server gets to know by this batch.
        var inserted: Set<EntryPlace> = []
        for departure in departures {
            guard let entry = try context.object(ObjectID<SyncEntry>(departure.id)),
                entry.state == .waiting || entry.state == .sent
            else { return nil }
            if try entry.kind == .command && isSuperseded(entry) {
                outcome.superseded.insert(entry.id)
                try context.delete(entry)
                continue
            }
            guard try takeOver(departure, entry) else { return nil }
            if entry.isDeleted {
                outcome.gone.formUnion(departure.all)
                continue
            }
            let ignored = rule.ignored(context.schema.entity(entry.entity))
            let identities = SentIdentities(context: context, rule: rule)
            guard let write = try identities.filled(RemoteWrite(entry, ignoring: ignored)) else {
                outcome.gone.formUnion(departure.later)
                // What the server calls its target comes with the answer to this batch; the rest follows then.
                if try !inserted.isDisjoint(with: entry.targets(in: context.schema)) { break }
                entry.noteRefusal(
                    .refused,
                    "It refers to an object that the server has accepted without saying what it calls it.")
                outcome.refused.insert(entry.id)
                continue
            }
            entry.noteNumber()
            entry.state = .sent
            entry.attempts += 1
            if entry.kind == .insert { inserted.insert(entry.object) }
            outcome.writes.append(write)
            outcome.left.append(departure)
        }
        return outcome
    }

    /// Makes later writes one with an entry, which is deleted if nothing is left of them; returns whether they are as the
    /// queue has them.
    ///
    /// An entry that has left is repeated unchanged: the server would take the repetition for what it has carried out,
    /// and what the entry has taken over would be lost.
    private func takeOver(_ departure: OutboxQueue.Departure, _ entry: SyncEntry) throws -> Bool {
        let later = try departure.later.compactMap { try context.object(ObjectID<SyncEntry>($0)) }
        guard later.count == departure.later.count, later.allSatisfy({ !$0.mayHaveLeft }),
            later.isEmpty || !entry.mayHaveLeft
        else { return false }
        let isLeft = try entry.coalesce(with: later)
        for entry in later { try context.delete(entry) }
        if !isLeft { try context.delete(entry) }
        return true
    }

    /// Whether a later command with the same name and key waits; one that may have arrived is sent again all the same.
    private func isSuperseded(_ entry: SyncEntry) throws -> Bool {
        if entry.mayHaveLeft { return false }
        let key = entry.key
        return try context.fetch(SyncEntry.where { $0.entity == "" && $0.key == key }).contains {
            $0.state == .waiting && EntryOrder.precedes(entry, $0)
        }
    }
}
