import FoundationEssentials
import Granary

/// Deletes objects that a server does not have.
struct ServedDeletion {
    private let merge: ServedMerge

    init(_ merge: ServedMerge) { self.merge = merge }

    /// Deletes objects with their delete rules.
    ///
    /// One stays that was saved since the server was asked, or has writes that the server does not know, or is referred
    /// to by such a write; one with a write on its way is asked for again once that is settled. The write becomes a conflict where the server is known not to have the object, or where it
    /// refers to it.
    ///
    /// - Complexity: O(objects + unsettled writes), and one request for each relationship whose delete rule deletes.
    func delete<M: Granary.Model>(_ objects: [M], of entity: Entity, areKnownGone: Bool) throws {
        let entries = try merge.unsettled(objects.map { $0.erasedKey.entryData }, of: entity)
        let settled = merge.settled()
        var gone: [M] = []
        var doubtful: [Data] = []
        for object in objects {
            let key = object.erasedKey.entryData
            let (here, place) = (entries[key] ?? [], EntryPlace(entity: entity.name, key: key))
            let isOnItsWay = here.contains { $0.state == .sent }
            if isOnItsWay || settled[place] != nil || merge.start?.settled(place, now: here) != nil {
                doubtful.append(key)
            } else if !here.isEmpty {
                if areKnownGone { Self.noteGone(here, entity) }
            } else if isNewer(object) {
                doubtful.append(key)
            } else {
                gone.append(object)
            }
        }
        // They were saved since, or a write of theirs was on its way: it may have come before or after.
        try GapNotes.noteStale(doubtful, of: entity, merge.rule, merge.doubts, in: merge.context)
        if gone.isEmpty { return }
        let references = try UnsentReferences(merge.context)
        let kept = try KeptObjects(context: merge.context, references: references).among(gone, of: entity)
        for object in gone where object._objectState.phase != .deleted {
            if kept.contains(object.erasedKey) {
                references.noteConflicts(about: object.erasedKey, entity)
            } else {
                try merge.context.delete(object)
            }
        }
        try DeletedRows(context: merge.context, rule: merge.rule).clear()
    }

    /// Whether an object was saved since the server was asked, if the store numbers its saves.
    private func isNewer(_ object: some Granary.Model) -> Bool {
        merge.start?.newest.map { object._objectState.version > $0 } ?? false
    }

    /// Makes the first write of an object that the server does not have any more a conflict, unless the server was never
    /// sent the object, or the write is on its way.
    private static func noteGone(_ entries: [SyncEntry], _ entity: Entity) {
        guard let first = entries.first, first.kind == .update, first.canBecomeConflict else { return }
        first.noteRefusal(.gone, "The server does not have this object of \(entity.name) any more.")
    }
}

extension SyncEntry {
    /// Whether it has not left, and the server has not refused it.
    var canBecomeConflict: Bool { state == .held || state == .waiting }

    /// Notes that the server does not carry the write out.
    func noteRefusal(_ cause: RefusalCause, _ reason: String) {
        noteNumber()
        state = .refused
        self.cause = cause
        // No store holds U+0000, although a server may send it.
        refusal = String(String.UnicodeScalarView(reason.unicodeScalars.filter { $0 != "\0" }))
    }
}
