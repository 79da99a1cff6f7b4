import Granary

/// Several writes of one object that become one before any of them is sent.
struct CoalescedWrite {
    /// The effect of all; `nil` if nothing is left of them.
    private(set) var kind: EntryKind?
    private(set) var values: EntryValues

    /// Begins with the first write.
    init(_ kind: EntryKind, _ values: EntryValues) {
        self.kind = kind
        self.values = values
    }

    /// Adds the next write.
    mutating func add(_ next: EntryKind, _ later: EntryValues) {
        switch (kind, next) {
        case (nil, _): self = CoalescedWrite(next, later)
        case (.insert, .delete): self = CoalescedWrite(nothing: ())
        case (.update, .delete):
            kind = .delete
            values = later.withFormer(values)
        case (.delete, _):
            // Of an object that takes the key of a deleted one, the server gets the difference.
            kind = .update
            merge(later)
            dropEqual()
        case (.insert, _): merge(later)
        default:
            merge(later)
            dropEqual()
        }
    }

    private init(nothing: Void) {
        kind = nil
        values = EntryValues()
    }

    private mutating func merge(_ later: EntryValues) {
        for change in later.changes {
            if let position = values.changes.firstIndex(where: { $0.property == change.property }) {
                values.changes[position].after = change.after
            } else {
                values.changes.append(change)
            }
        }
        for pair in later.pairs {
            let former = values.pairs.firstIndex {
                $0.relationship == pair.relationship && $0.target == pair.target
            }
            guard let former else {
                values.pairs.append(pair)
                continue
            }
            if values.pairs[former].isAdded != pair.isAdded { values.pairs.remove(at: former) }
        }
    }

    private mutating func dropEqual() {
        // A deletion also holds the properties of this side alone, which the insertion leaves out.
        values.changes.removeAll { $0.after == nil || $0.before == $0.after }
        if values.isEmpty { kind = nil }
    }
}

extension EntryValues {
    /// The same, with the values that the object had before an earlier write.
    fileprivate func withFormer(_ earlier: EntryValues) -> EntryValues {
        var values = self
        for position in values.changes.indices {
            let property = values.changes[position].property
            if let former = earlier.changes.first(where: { $0.property == property }) {
                values.changes[position].before = former.before
            }
        }
        return values
    }
}

extension SyncEntry {
    /// Takes over later writes of the same object that have not left; returns whether anything is left to send.
    ///
    /// - Throws: ``GranaryError/Code/newer`` and ``GranaryError/Code/corrupt`` for bytes that cannot be read.
    func coalesce(with later: [SyncEntry]) throws -> Bool {
        if later.isEmpty { return true }
        // By the values that the server held: one that is back at its first value here may have changed there.
        var whole = CoalescedWrite(kind, try baseValues())
        for entry in later { whole.add(entry.kind, try entry.baseValues()) }
        guard let kind = whole.kind else { return false }
        noteNumber()
        self.kind = kind
        values = whole.values.written
        base = nil
        return true
    }
}
