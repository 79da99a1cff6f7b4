extension ManagedContext {
    /// Makes a step of what has changed since the last one, if anything has.
    func closeUndoStep() {
        guard let undoHistory else { return }
        if let step = openUndoStep() { undoHistory.add(step) }
        beginUndoMoments()
    }

    /// What has changed since the last step; `nil` when nothing has.
    ///
    /// Complexity: O(objects changed since the last step), or O(unsaved objects) after a conflict and the like.
    func openUndoStep() -> UndoStep? {
        guard let history = undoHistory else { return nil }
        var step = UndoStep(saves: history.saves)
        for (object, after) in openMoments(history) {
            let before = history.moments[ObjectIdentifier(object)]?.moment
            if let after {
                add(object, before ?? savedMoment(of: object), after, to: &step)
            } else if let before {
                let isHere = object.objectState.phase == .stored && table(of: object) != nil
                add(object, before, isHere ? .present(object.snapshot) : .absent, to: &step)
            }
        }
        addLinks(history, to: &step)
        return step.isEmpty ? nil : step
    }

    /// Whether comparing everything that is unsaved finds the same open step as comparing what was noted.
    ///
    /// Complexity: O(unsaved objects); for checks of the framework itself.
    package var hasNotedEveryChange: Bool {
        guard let history = undoHistory, !history.isEverythingOpen else { return true }
        func changes() -> (Set<ObjectIdentifier>, Int) {
            let step = openUndoStep()
            return (
                Set(step?.objects.map { ObjectIdentifier($0.object) } ?? []), step?.links.count ?? 0
            )
        }
        let noted = changes()
        history.isEverythingOpen = true
        defer { history.isEverythingOpen = false }
        return changes() == noted
    }

    /// Takes in what others have done, which is in no step: undoing would take it back here and leave it in the store.
    ///
    /// Where it changes what is unsaved, what the program has changed before becomes a step of its own.
    func mergingOutsideSteps(_ body: () throws -> Void) throws {
        guard let undoHistory, !undoHistory.isApplying, hasChanges else { return try body() }
        let open = openUndoStep()
        defer {
            if !UndoStep.areSame(open, openUndoStep()) {
                if let open { undoHistory.add(open) }
                beginUndoMoments()
            }
        }
        try body()
    }

    /// Notes what is unsaved now as what the next step begins with.
    func beginUndoMoments() {
        guard let history = undoHistory else { return }
        let open = openMoments(history)
        if history.isEverythingOpen {
            var moments: [ObjectIdentifier: (object: any Model, moment: ObjectMoment)] = [:]
            for case (let object, let moment?) in open {
                moments[ObjectIdentifier(object)] = (object, moment)
            }
            history.begin(moments, storedPairs)
        } else {
            history.begin(with: open, storedPairs)
        }
        // Whatever changes them next has them recorded.
        for (object, _) in open { table(of: object)?.watch(object) }
        forgetRecorded()
    }

    /// The objects that may have changed since the last step, with what they are while they are unsaved.
    private func openMoments(_ history: UndoHistory) -> [(object: any Model, moment: ObjectMoment?)] {
        var seen: Set<ObjectIdentifier> = []
        var open: [any Model] = []
        for table in tables {
            let touched = history.isEverythingOpen ? table.touched : []
            for object in touched + table.recorded where seen.insert(ObjectIdentifier(object)).inserted {
                open.append(object)
            }
        }
        if history.isEverythingOpen {
            for (identity, entry) in history.moments where seen.insert(identity).inserted {
                open.append(entry.object)
            }
        }
        lookedAt += open.count
        return open.map { ($0, undoMoment(of: $0)) }
    }

    /// What an object is, if it is one of the context's unsaved ones.
    private func undoMoment(of object: any Model) -> ObjectMoment? {
        guard object.objectState.isPending, table(of: object) != nil else { return nil }
        return object.objectState.phase == .deleted ? .absent : .present(object.snapshot)
    }

    /// Forgets every step.
    func forgetUndoSteps() {
        undoHistory?.clear()
        forgetRecorded()
    }

    /// Forgets what has changed since the last step.
    func forgetRecorded() {
        for table in tables { table.forgetRecorded() }
    }

    /// The entity of an object that may have left the context.
    func undoEntity(of object: any Model) -> Entity? {
        schema.entity(of: type(of: object))
    }

    /// What an object was at the last save.
    private func savedMoment(of object: any Model) -> ObjectMoment {
        if object.objectState.phase == .inserted { return .absent }
        return .present(object.objectState.changes?.original ?? object.snapshot)
    }

    private func add(
        _ object: any Model, _ before: ObjectMoment, _ after: ObjectMoment, to step: inout UndoStep
    ) {
        var properties = PropertySet()
        switch (before, after) {
        case (.absent, .absent): return
        case (.present(let old), .present(let new)):
            properties = old.differences(fromAny: new)
            if properties.isEmpty { return }
        case (.absent, .present), (.present, .absent): break
        }
        step.objects.append(
            UndoStep.ObjectChange(object: object, before: before, after: after, properties: properties))
    }

    private func addLinks(_ history: UndoHistory, to step: inout UndoStep) {
        for table in Set(history.links.keys).union(storedPairs.keys).union(history.openPairs.keys) {
            let (before, after) = (history.links[table] ?? [:], storedPairs[table] ?? [:])
            let open =
                history.isEverythingOpen
                ? Set(before.keys).union(after.keys) : history.openPairs[table] ?? []
            lookedAt += open.count
            for pair in open where before[pair] != after[pair] {
                // The one with the number that it has had, so that it keeps its place in lists.
                let pair = before.key(of: pair) ?? after.key(of: pair) ?? pair
                step.links.append(
                    UndoStep.LinkChange(table: table, pair: pair, before: before[pair], after: after[pair]))
            }
        }
    }
}
