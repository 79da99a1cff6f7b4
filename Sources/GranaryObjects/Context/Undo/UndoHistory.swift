/// The steps that a context can undo and redo.
///
/// Between steps, the history only records which objects and pairs have changed. A step is the difference between two
/// points in time, computed when it is closed.
final class UndoHistory {
    let graph: ObjectGraph
    /// The steps, and the state from which the next one begins; `nil` without a history.
    private var records: UndoRecords?
    /// Whether a step is being undone or redone.
    private var isApplying = false
    private var mostBytes: Int?

    init(_ graph: ObjectGraph) { self.graph = graph }

    /// How many steps can be undone; 0 keeps no history.
    ///
    /// Setting it discards the recorded steps.
    var levels: Int {
        get { records?.levels ?? 0 }
        set {
            records = newValue > 0 ? UndoRecords(levels: newValue, mostBytes: mostBytes, graph.schema) : nil
            graph.tables.areRecording = records != nil
            graph.links.setRecording(records != nil)
            recordBeginning()
        }
    }

    /// The largest estimate of the memory that the steps hold, in bytes; `nil` for no limit.
    var memoryLimit: Int? {
        get { mostBytes }
        set {
            mostBytes = newValue.map { max(0, $0) }
            records?.limit(to: mostBytes)
        }
    }

    /// Whether there is a step to undo.
    var canUndo: Bool { records.map { !$0.done.isEmpty || hasOpenChanges($0) } ?? false }

    /// Whether there is a step to redo.
    var canRedo: Bool { records.map { !$0.undone.isEmpty && !hasOpenChanges($0) } ?? false }

    /// The name of the step that ``nextStep(undoing:)`` gives to undo.
    var undoName: String? {
        guard let records else { return nil }
        return hasOpenChanges(records) ? records.openName : records.done.last?.name
    }

    /// The name of the step that ``nextStep(undoing:)`` gives to redo.
    var redoName: String? { canRedo ? records?.undone.last?.name : nil }

    /// The number of saves so far.
    var saves: Int { records?.saves ?? 0 }

    /// The step to undo or redo next.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` without a history; ``GranaryError/Code/invalidObject`` inside
    ///   ``begin()``.
    func nextStep(undoing: Bool) throws -> UndoStep? {
        guard let records else {
            throw GranaryError(
                .unsupported, "This context keeps no history; set `history.levels` before changing objects.")
        }
        if records.depth > 0 {
            throw GranaryError(
                .invalidObject, "A step is open; end it with `endStep()` before undoing or redoing.")
        }
        closeStep()
        return undoing ? records.done.last : records.undone.last
    }

    /// Notes that the next step was undone or redone.
    func move(_ step: UndoStep, undoing: Bool) { records?.move(step, undoing: undoing) }

    /// Runs a closure that undoes or redoes a step; changes by others that it merges belong to no step.
    ///
    /// - Throws: the closure's error.
    func applying(_ body: () throws -> Void) rethrows {
        isApplying = true
        defer { isApplying = false }
        try body()
        // The reversal is not itself a step to undo.
        recordBeginning()
    }

    /// Begins a step: changes until ``end()`` are undone together.
    func begin(named name: String?) {
        guard let records else { return }
        // Earlier changes are not undone together with this step.
        if records.depth == 0 { closeStep() }
        records.depth += 1
        records.openName = records.openName ?? name
    }

    /// Ends a step; outside of one, makes a step of all changes since the last one.
    func end() {
        guard let records else { return }
        records.depth = max(0, records.depth - 1)
        guard records.depth == 0 else { return }
        closeStep()
        records.openName = nil
    }

    /// Makes a step of all changes since the last one, if there are any.
    func closeStep() {
        guard let records else { return }
        if let step = openStep() { records.close(step) }
        recordBeginning()
    }

    /// Notes that a save begins, before it changes anything.
    func beginSave() {
        guard let records else { return }
        records.extendedBySave = hasOpenChanges(records) ? nil : records.latest
    }

    /// Makes a step of all changes since the last one, once a save has made its own: by delete rules, hooks and backfills.
    ///
    /// Where the program had ended, undone or done again a step before the save, they belong to that one.
    func closeStepOfSave() {
        closeStep()
        records?.didCloseSave()
    }

    /// Notes that a save has ended, maybe before it made a step.
    func endSave() { records?.extendedBySave = nil }

    /// Makes a step of the edits that were made while a background save wrote, and are not saved.
    func closeStepBesideSave() {
        records?.forgetLatestIfSaved()
        closeStep()
    }

    /// Merges changes by others, which belong to no step.
    ///
    /// Undoing them would reverse them here only, and not in the store.
    ///
    /// If merging changes unsaved objects, the program's earlier changes become a separate step.
    func mergingOutsideSteps(_ body: () throws -> Void) throws {
        guard records != nil, !isApplying, graph.hasChanges else { return try body() }
        let open = openStep()
        defer {
            if !UndoStep.areSame(open, openStep()) {
                if let open { records?.close(open) }
                recordBeginning()
            }
        }
        try body()
    }

    /// Lets no step have what was changed in some objects: the next one begins with them as they are.
    func leaveOut(_ objects: [any Model]) {
        guard let records, !objects.isEmpty else { return }
        findUnknownChanges()
        records.begin(with: objects.map { ($0, state(of: $0)) }, [:], [:])
    }

    /// Notes that any object may change, so that the open step is found by comparing all unsaved objects, until
    /// ``findUnknownChanges()``.
    func markEverythingOpen() { records?.isEverythingOpen = true }

    /// Finds the objects and pairs that may have changed, after ``markEverythingOpen()``.
    ///
    /// Complexity: O(unsaved objects), so that queries about the steps need not visit them.
    func findUnknownChanges() {
        guard let records, records.isEverythingOpen else { return }
        for (object, _) in openStates(records) {
            // A new object that was deleted has left the context, which is a change of the step too.
            let entity = graph.schema.entity(type(of: object).modelDescription.name)
            (graph.tables.table(of: object) ?? entity.map { graph.tables[$0.index] })?.record(object)
        }
        for (table, pairs) in graph.links.pairs { graph.links.record(pairs.keys, of: table) }
        for (table, pairs) in records.links { graph.links.record(pairs.keys, of: table) }
        records.isEverythingOpen = false
    }

    /// Notes that a save has written all changes.
    func didSave() {
        guard let records else { return }
        records.didSave()
        records.forgetLatestIfSaved()
        clearRecorded()
    }

    /// Records that a background save has written the changes passed to it, while the context went on.
    ///
    /// Call ``closeStepBesideSave()`` before the objects are marked saved: edits since then are a separate step.
    func didSaveInBackground() {
        guard let records else { return }
        records.didSave()
        // Marking objects saved changes the values they are compared with, and records none of them.
        records.isEverythingOpen = true
        recordBeginning()
    }

    /// Discards every step, and lets the next one begin with the unsaved changes.
    func restart() {
        records?.clear()
        recordBeginning()
    }

    /// Discards every step.
    func discardSteps() {
        records?.clear()
        clearRecorded()
        findUnknownChanges()
    }

    /// The current state of the history.
    func remember() -> UndoRecords? { records?.copy() }

    /// Restores an earlier state of the history.
    func restore(_ earlier: UndoRecords?) {
        records = earlier
        markEverythingOpen()
        findUnknownChanges()
    }

    private func clearRecorded() {
        guard records != nil else { return }
        for table in graph.tables { table.clearRecorded() }
        graph.links.clearRecorded()
    }
}

// MARK: States

extension UndoHistory {
    /// The changes since the last step; `nil` if there are none.
    ///
    /// Complexity: O(objects changed since the last step), or O(unsaved objects) after ``markEverythingOpen()``.
    private func openStep() -> UndoStep? {
        guard let records else { return nil }
        // First: a side that only followed the store or the parent is not a change by the program
        // (Docs/Decisions/merging-what-others-save.md).
        for table in graph.tables { records.follow(table.drainFollowed()) }
        var step = UndoStep(saves: records.saves, name: records.openName)
        for (object, after) in openStates(records) { add(object, after, records, to: &step) }
        addLinks(records, to: &step)
        return step.isEmpty ? nil : step
    }

    /// Adds the change of an object since the last step, if there is one.
    func add(
        _ object: any Model, _ after: RecordedState?, _ records: UndoRecords, to step: inout UndoStep
    ) {
        let before = records.states[ObjectIdentifier(object)]?.state
        if let after {
            step.add(object, before ?? savedState(of: object), after)
        } else if let before {
            let isHere = object._objectState.phase == .stored && graph.tables.table(of: object) != nil
            step.add(object, before, isHere ? .present(object.anySnapshot) : .absent)
        }
    }

    /// Whether comparing all unsaved objects finds the same open step as comparing only the recorded ones.
    ///
    /// Complexity: O(unsaved objects). Only tests of the framework call it.
    var hasRecordedEveryChange: Bool {
        guard let records, !records.isEverythingOpen else { return true }
        func changes() -> (Set<ObjectIdentifier>, Int) {
            let step = openStep()
            return (
                Set(step?.objects.map { ObjectIdentifier($0.object) } ?? []), step?.links.count ?? 0
            )
        }
        let noted = changes()
        records.isEverythingOpen = true
        defer { records.isEverythingOpen = false }
        return changes() == noted
    }

    /// Records the unsaved objects as the beginning of the next step.
    private func recordBeginning() {
        guard let records else { return }
        let open = openStates(records)
        if records.isEverythingOpen {
            records.begin(open, graph.links.pairs)
        } else {
            records.begin(with: open, graph.links.pairs, graph.links.recorded)
        }
        // Their next change adds them to the record.
        for (object, _) in open { graph.tables.table(of: object)?.watch(object) }
        clearRecorded()
    }

    /// The objects that may have changed since the last step, with their state if they are unsaved.
    private func openStates(_ records: UndoRecords) -> [(object: any Model, state: RecordedState?)] {
        var seen: Set<ObjectIdentifier> = []
        var open: [any Model] = []
        for table in graph.tables {
            let touched = records.isEverythingOpen ? table.touched : []
            for object in touched + table.recorded where seen.insert(ObjectIdentifier(object)).inserted {
                open.append(object)
            }
        }
        if records.isEverythingOpen {
            for (identity, entry) in records.states where seen.insert(identity).inserted {
                open.append(entry.object)
            }
        }
        graph.lookup.countVisited(open.count)
        return open.map { ($0, state(of: $0)) }
    }

    /// The state of an object, if it is unsaved and in the context.
    func state(of object: any Model) -> RecordedState? {
        guard object._objectState.isPending, graph.tables.table(of: object) != nil else { return nil }
        return object._objectState.phase == .deleted ? .absent : .present(object.anySnapshot)
    }

    /// The state of an object at the last save.
    private func savedState(of object: any Model) -> RecordedState {
        if object._objectState.phase == .inserted { return .absent }
        return .present(object._objectState.changes?.original ?? object.anySnapshot)
    }

    private func addLinks(_ records: UndoRecords, to step: inout UndoStep) {
        let (pairs, recorded) = (graph.links.pairs, graph.links.recorded)
        for table in Set(records.links.keys).union(pairs.keys).union(recorded.keys) {
            let (before, after) = (records.links[table] ?? [:], pairs[table] ?? [:])
            let open =
                records.isEverythingOpen ? Set(before.keys).union(after.keys) : recorded[table] ?? []
            graph.lookup.countVisited(open.count)
            for pair in open where before[pair] != after[pair] {
                // Use the pair with its number, so that it keeps its place in lists.
                let pair = before.key(of: pair) ?? after.key(of: pair) ?? pair
                step.links.append(
                    UndoStep.LinkChange(table: table, pair: pair, before: before[pair], after: after[pair]))
            }
        }
    }
}
