extension ManagedContext {
    /// Makes a step of what has changed since the last one, if anything has.
    func closeUndoStep() {
        guard let undoHistory, let step = openUndoStep() else { return }
        undoHistory.add(step)
        undoHistory.begin(undoMoments(), pendingLinks)
    }

    /// What has changed since the last step; `nil` when nothing has.
    ///
    /// Complexity: O(unsaved objects).
    func openUndoStep() -> UndoStep? {
        guard let history = undoHistory else { return nil }
        let now = undoMoments()
        var step = UndoStep(saves: history.saves)
        for register in registers {
            for object in register.touched where object.objectState.isPending {
                guard let after = now[ObjectIdentifier(object)]?.moment else { continue }
                let before = history.moments[ObjectIdentifier(object)]?.moment ?? savedMoment(of: object)
                add(object, before, after, to: &step)
            }
        }
        for (identity, (object, before)) in history.moments where now[identity] == nil {
            let isHere = object.objectState.phase == .stored && register(of: object) != nil
            add(object, before, isHere ? .present(object.snapshot) : .absent, to: &step)
        }
        addLinks(history.links, to: &step)
        return step.isEmpty ? nil : step
    }

    /// The unsaved objects as they are now.
    func undoMoments() -> [ObjectIdentifier: (object: any Model, moment: ObjectMoment)] {
        var moments: [ObjectIdentifier: (object: any Model, moment: ObjectMoment)] = [:]
        for object in registers.lazy.flatMap(\.touched) where object.objectState.isPending {
            let isGone = object.objectState.phase == .deleted
            moments[ObjectIdentifier(object)] = (object, isGone ? .absent : .present(object.snapshot))
        }
        return moments
    }

    /// The entity of an object that may have left the context.
    func undoEntity(of object: any Model) -> Entity? {
        schema.entity(type(of: object).modelDescription.name)
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

    private func addLinks(_ earlier: [String: [LinkPair: Bool]], to step: inout UndoStep) {
        for table in Set(earlier.keys).union(pendingLinks.keys) {
            let (before, after) = (earlier[table] ?? [:], pendingLinks[table] ?? [:])
            for pair in Set(before.keys).union(after.keys) where before[pair] != after[pair] {
                step.links.append(
                    UndoStep.LinkChange(table: table, pair: pair, before: before[pair], after: after[pair]))
            }
        }
    }
}
