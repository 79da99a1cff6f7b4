/// Collects the rows of one model that a save writes.
///
/// Models use it through `_addValues(to:)`, so that the compiler specializes this code for each model.
@_documentation(visibility: private)
public struct ChangeCollector<M: Model> {
    /// The most rows of an entity that a notice names; for a larger save it says that any row may have changed.
    @inlinable static var most: Int { 10_000 }

    @usableFromInline var inserted: [M.Snapshot] = []
    @usableFromInline var updated: [ObservedChanges<M>.Update] = []
    @usableFromInline var deleted: [ObservedChanges<M>.Deletion] = []

    /// Starts without rows.
    package init() {}

    /// Makes room for objects that are most likely in one phase.
    mutating func reserve(_ count: Int, in phase: ObjectPhase) {
        switch phase {
        case .inserted: inserted.reserveCapacity(count)
        case .stored: updated.reserveCapacity(count)
        case .deleted: deleted.reserveCapacity(count)
        case .transient, .detached: break
        }
    }

    @inlinable var isFull: Bool { inserted.count + updated.count + deleted.count > Self.most }

    /// Adds an object with its values and those that were last saved.
    @inlinable mutating func add(
        _ phase: ObjectPhase, _ version: Int64, _ original: @autoclosure () -> (any ModelSnapshot)?,
        _ values: @autoclosure () -> M.Snapshot
    ) {
        if isFull { return }
        switch phase {
        case .inserted: inserted.append(values())
        case .stored:
            guard let before = original() as? M.Snapshot else { return }
            updated.append(.init(before: before, after: values(), base: version))
        case .deleted:
            if version == 0 { return }
            // Observers know the row as it was stored, without edits made before the deletion.
            deleted.append(.init(before: original() as? M.Snapshot ?? values(), base: version))
        case .transient, .detached: return
        }
    }

    /// Adds a row that a batch changes.
    mutating func add(_ before: M.Snapshot, changedTo after: M.Snapshot, at base: Int64) {
        if !isFull { updated.append(.init(before: before, after: after, base: base)) }
    }

    /// Adds a row that a batch deletes.
    mutating func add(deleted before: M.Snapshot, at base: Int64) {
        if !isFull { deleted.append(.init(before: before, base: base)) }
    }

    /// The rows, or “any” if there are too many.
    func changes(at number: Int64) -> ObservedRows {
        if isFull { return .any }
        return .known(
            ObservedChanges(number: number, inserted: inserted, updated: updated, deleted: deleted))
    }
}

extension Model {
    /// Adds the object's values to those that observers of a save get, before it is marked saved.
    @inlinable public func _addValues(to changes: inout ChangeCollector<Self>) {
        changes.add(_objectState.phase, _objectState.version, _objectState.changes?.original, snapshot)
    }
}
