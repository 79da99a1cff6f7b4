extension ManagedContext {
    /// How many steps can be undone; 0, the default, keeps no history.
    ///
    /// Setting it forgets the steps there are. Closing a step costs time in proportion to what was changed since the
    /// last one; without a history nothing costs anything.
    public var undoLevels: Int {
        get { undoHistory?.levels ?? 0 }
        set {
            undoHistory = newValue > 0 ? UndoHistory(levels: newValue) : nil
            tables.areRecording = undoHistory != nil
            beginUndoMoments()
        }
    }

    /// Whether there is a step to undo.
    ///
    /// Complexity: O(objects changed since the last step).
    public var canUndo: Bool {
        guard let undoHistory else { return false }
        return !undoHistory.done.isEmpty || hasOpenStep
    }

    /// Whether there is a step to do again.
    ///
    /// Complexity: O(objects changed since the last step).
    public var canRedo: Bool {
        guard let undoHistory else { return false }
        return !undoHistory.undone.isEmpty && !hasOpenStep
    }

    private var hasOpenStep: Bool { openUndoStep() != nil }

    /// Takes the last step back: insertions, deletions and changes of properties and relationships; false
    /// when there is none.
    ///
    /// Changes since the last step are closed to one first. A saved step can be undone too: the reverse is
    /// then unsaved, and the next save writes it. Properties the step did not change keep the values they
    /// have now.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` without a history; ``GranaryError/Code/invalidObject``
    ///   inside ``beginUndoStep()``; ``GranaryError/Code/conflict`` when others deleted an object of the step.
    @discardableResult
    public func undo() throws -> Bool {
        let history = try historyBetweenSteps()
        closeUndoStep()
        guard let step = history.done.last else { return false }
        try apply(step.reversed)
        history.done.removeLast()
        history.undone.append(step)
        return true
    }

    /// Does the step again that was undone last; false when there is none, or when something has changed
    /// since.
    ///
    /// Throws as ``undo()``.
    @discardableResult
    public func redo() throws -> Bool {
        let history = try historyBetweenSteps()
        closeUndoStep()
        guard let step = history.undone.last else { return false }
        try apply(step)
        history.undone.removeLast()
        history.done.append(step)
        return true
    }

    private func historyBetweenSteps() throws -> UndoHistory {
        guard let undoHistory else {
            throw GranaryError(
                .unsupported, "This context keeps no history; set `undoLevels` before changing objects.")
        }
        if undoHistory.depth > 0 {
            throw GranaryError(
                .invalidObject, "A step is open; end it with `endUndoStep()` before undoing or redoing.")
        }
        return undoHistory
    }

    /// Begins a step: what is changed until ``endUndoStep()`` is undone together.
    ///
    /// Steps inside a step belong to the outermost one. Nothing happens without a history.
    public func beginUndoStep() throws {
        guard let undoHistory else { return }
        if undoHistory.depth == 0 { closeUndoStep() }
        undoHistory.depth += 1
    }

    /// Ends a step; outside of ``beginUndoStep()``, makes one of what has changed since the last.
    public func endUndoStep() throws {
        guard let undoHistory else { return }
        undoHistory.depth = max(0, undoHistory.depth - 1)
        if undoHistory.depth == 0 { closeUndoStep() }
    }
}

extension Context {
    /// Makes one step of everything a closure changes, also when it throws.
    public func undoStep<R>(_ body: () throws -> R) throws -> R {
        try beginUndoStep()
        do {
            let result = try body()
            try endUndoStep()
            return result
        } catch {
            try? endUndoStep()
            throw error
        }
    }
}
