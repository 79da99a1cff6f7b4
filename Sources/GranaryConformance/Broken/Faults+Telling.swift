package import Granary
import Synchronization

/// Reports every save of others once, after it can be read.
package enum RightTelling: SaveTelling {
    /// Commits, and notifies all other stores.
    package static func carryOut(_ save: WatchedSave) throws -> CommitResult {
        let result = try save.commit()
        if result.conflicts.isEmpty { save.tell() }
        return result
    }
}

/// Does not report the first save of a place, and reports all others.
enum LostNotice: SaveTelling {
    static func carryOut(_ save: WatchedSave) throws -> CommitResult {
        let result = try save.commit()
        if !result.conflicts.isEmpty { return result }
        if save.place.saves.add(1, ordering: .acquiringAndReleasing).newValue > 1 { save.tell() }
        return result
    }
}

/// Also reports a save to the store that has made it, so that its stack is notified twice.
enum DoubledNotice: SaveTelling {
    static func carryOut(_ save: WatchedSave) throws -> CommitResult {
        let result = try save.commit()
        if result.conflicts.isEmpty { save.tell(alsoOwn: true) }
        return result
    }
}

/// Reports a save to the stores of other places too, so that stacks are notified of saves that they cannot read.
enum StrayNotice: SaveTelling {
    static func carryOut(_ save: WatchedSave) throws -> CommitResult {
        let result = try save.commit()
        if result.conflicts.isEmpty { save.tellNeighbours() }
        return result
    }
}

/// Reports a save before it can be read.
enum EarlyNotice: SaveTelling {
    static func carryOut(_ save: WatchedSave) throws -> CommitResult {
        save.place.awaitReading { save.tell() }
        return try save.commit()
    }
}

/// Numbers its commits in descending order: a later save has a smaller number.
final class FallingNumbers: BrokenSession {
    private static let top: Int64 = 1_000_000_000

    private func turned(_ changes: ChangeSet) -> ChangeSet {
        func turn(_ version: Int64?) -> Int64? { version.map { Self.top - $0 } }
        var changes = changes
        for batch in changes.updates.indices {
            for row in changes.updates[batch].rows.indices {
                changes.updates[batch].rows[row].version = turn(changes.updates[batch].rows[row].version)
            }
        }
        for batch in changes.deletes.indices {
            changes.deletes[batch].rows = changes.deletes[batch].rows.map { ($0.key, turn($0.version)) }
        }
        for batch in changes.requirements.indices {
            changes.requirements[batch].rows = changes.requirements[batch].rows.map {
                ($0.key, turn($0.version))
            }
        }
        return changes
    }

    override func distort(_ rows: [[Value]], of request: FetchRequest) -> [[Value]] {
        rows.map { row in
            guard case .integer(let version)? = row.last else { return row }
            return row.dropLast() + [.integer(Self.top - version)]
        }
    }

    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        var result = try super.commit(turned(changes))
        result.version = Self.top - result.version
        return result
    }
}

/// Begins each snapshot at the state of before the newest commit.
final class SnapshotBehind: BrokenSession {
    private var isBehind = false

    private func fallBehind() {
        if isBehind { return }
        isBehind = true
        (base as? ReferenceSession)?.fallBehind()
    }

    override func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        fallBehind()
        return try super.fetch(request)
    }

    override func count(_ request: FetchRequest) throws -> Int? {
        fallBehind()
        return try super.count(request)
    }

    override func refresh() throws {
        try super.refresh()
        isBehind = false
    }

    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        let result = try super.commit(changes)
        // A session sees at least its own commits.
        isBehind = true
        return result
    }
}
