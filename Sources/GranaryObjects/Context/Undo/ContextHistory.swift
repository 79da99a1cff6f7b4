/// The steps of a context that can be undone and redone: `context.history.undo()`.
public struct ContextHistory {
    let graph: ObjectGraph
    let history: UndoHistory
    /// Reloads objects that others have changed and that had unsaved changes here.
    let readOutdated: () -> Void
    /// Throws if a call, given by name, may not discard changes.
    let requireIdle: (String) throws -> Void

    /// How many steps can be undone; 0, the default, keeps no history.
    ///
    /// Setting it discards the recorded steps. Ending a step costs time in proportion to the changes since the
    /// last one; without a history there is no cost.
    public var levels: Int {
        get { history.levels }
        nonmutating set { history.levels = newValue }
    }
    /// How much memory the steps may hold, in bytes; `nil`, the default, for no limit.
    ///
    /// The oldest steps are discarded until the rest are within the limit; a step that is larger than the limit cannot
    /// be undone. The sizes are estimates: the values before and after each change, with texts, bytes and structured
    /// values, and some bytes for each object and pair. Objects that only the steps keep alive are not counted. Changes
    /// since the last step do not count either. With a limit, ending a step also costs time in proportion to the values
    /// of its objects. It takes effect together with ``levels``, which may be `.max`.
    public var memoryLimit: Int? {
        get { history.memoryLimit }
        nonmutating set { history.memoryLimit = newValue }
    }
    /// Whether there is a step to undo.
    ///
    /// Complexity: O(1) on average, however many objects are unsaved.
    public var canUndo: Bool { history.canUndo }
    /// Whether there is a step to redo.
    ///
    /// Complexity: O(1) on average, however many objects are unsaved.
    public var canRedo: Bool { history.canRedo }
    /// The name of the step that ``undo()`` would reverse; `nil` if it has none, or there is none.
    ///
    /// Complexity: O(1) on average.
    public var undoName: String? { history.undoName }
    /// The name of the step that ``redo()`` would repeat; `nil` if it has none, or there is none.
    ///
    /// Complexity: O(1) on average.
    public var redoName: String? { history.redoName }
    /// Reverses the last step: insertions, deletions and changes of properties and relationships; false if there is
    /// none.
    ///
    /// All changes since the last step first become a separate step. A saved step can be undone too: the reversal is
    /// then unsaved, and the next save writes it. Properties that the step did not change keep their current values.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` without a history; ``GranaryError/Code/invalidObject`` after
    ///   ``beginStep()``; ``GranaryError/Code/conflict`` if others have deleted an object of the step.
    @discardableResult
    public func undo() throws -> Bool { try carryOut(undoing: true) }
    /// Repeats the step undone last; false if there is none, or if something has changed since.
    ///
    /// Throws as ``undo()``.
    @discardableResult
    public func redo() throws -> Bool { try carryOut(undoing: false) }
    /// Begins a step: changes until ``endStep()`` are undone together.
    ///
    /// Steps inside a step belong to the outermost one. Does nothing without a history.
    public func beginStep() { history.begin(named: nil) }
    /// Begins a step with a name, for a menu that names the step to undo.
    ///
    /// With nested steps, the outermost one with a name names them all.
    public func beginStep(named name: String) { history.begin(named: name) }
    /// Ends a step; outside of one, makes a step of all changes since the last one.
    public func endStep() { history.end() }
}

extension ContextHistory {
    /// Makes one step of all changes that a closure makes, even if it throws.
    public func step<R>(_ body: () throws -> R) rethrows -> R {
        beginStep()
        defer { endStep() }
        return try body()
    }

    /// Makes one step with a name of all changes that a closure makes, even if it throws.
    public func step<R>(named name: String, _ body: () throws -> R) rethrows -> R {
        beginStep(named: name)
        defer { endStep() }
        return try body()
    }
}
