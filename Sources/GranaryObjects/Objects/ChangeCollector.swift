/// Collects the rows of one model that a save writes.
///
/// Models use it through `addValues(to:)`, so that the compiler specializes this code for each model.
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

    /// Adds an object that a save has written, before it is marked saved.
    @inlinable public mutating func add(_ object: M) {
        if isFull { return }
        switch object.objectState.phase {
        case .inserted: inserted.append(object.snapshot)
        case .stored:
            guard let changes = object.objectState.changes,
                let before = changes.original as? M.Snapshot
            else { return }
            updated.append(.init(before: before, after: object.snapshot, base: object.objectState.version))
        case .deleted:
            let version = object.objectState.version
            if version == 0 { return }
            // Observers know the row as it was stored, without edits made before the deletion.
            let before = object.objectState.changes?.original as? M.Snapshot
            deleted.append(.init(before: before ?? object.snapshot, base: version))
        case .transient, .detached: return
        }
    }

    /// Adds an object as a save in the background has written it.
    mutating func add(_ memory: ObjectMemory) {
        if let values = memory.values as? M.Snapshot { add(memory.state, values) }
    }

    private mutating func add(_ state: ObjectState, _ values: @autoclosure () -> M.Snapshot) {
        if isFull { return }
        switch state.phase {
        case .inserted: inserted.append(values())
        case .stored:
            guard let before = state.changes?.original as? M.Snapshot else { return }
            updated.append(.init(before: before, after: values(), base: state.version))
        case .deleted:
            let before = state.changes?.original as? M.Snapshot ?? values()
            if state.version != 0 { deleted.append(.init(before: before, base: state.version)) }
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
