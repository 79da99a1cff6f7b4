/// The steps of a context that can be undone and redone: `context.history.undo()`.
public protocol ContextHistory {
    /// How many steps can be undone; 0, the default, keeps no history.
    ///
    /// Setting it discards the recorded steps. Ending a step costs time in proportion to the changes since the
    /// last one; without a history there is no cost. A context without this ability ignores it.
    var levels: Int { get nonmutating set }
    /// How much memory the steps may hold, in bytes; `nil`, the default, for as much as they need.
    ///
    /// The oldest steps are discarded until the rest are within the limit; a step that is larger than the limit cannot
    /// be undone. The sizes are estimates: the values before and after each change, with texts, bytes and structured
    /// values, and some bytes for each object and pair. Objects that only the steps keep alive are not counted. Changes
    /// since the last step do not count either. With a limit, ending a step also costs time in proportion to the values
    /// of its objects. It takes effect together with ``levels``, which may be `.max`. A context without this ability
    /// ignores it.
    var memoryLimit: Int? { get nonmutating set }
    /// Whether there is a step to undo.
    ///
    /// Complexity: O(1) on average, however many objects are unsaved.
    var canUndo: Bool { get }
    /// Whether there is a step to redo.
    ///
    /// Complexity: O(1) on average, however many objects are unsaved.
    var canRedo: Bool { get }
    /// The name of the step that ``undo()`` would reverse; `nil` if it has none, or there is none.
    ///
    /// Complexity: O(1) on average.
    var undoName: String? { get }
    /// The name of the step that ``redo()`` would repeat; `nil` if it has none, or there is none.
    ///
    /// Complexity: O(1) on average.
    var redoName: String? { get }
    /// Reverses the last step: insertions, deletions and changes of properties and relationships; false if there is
    /// none.
    ///
    /// All changes since the last step first become a step of their own. A saved step can be undone too: the reversal
    /// is then unsaved, and the next save writes it. Properties that the step did not change keep their present values.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` without a history; ``GranaryError/Code/invalidObject`` after
    ///   ``beginStep()``; ``GranaryError/Code/conflict`` if others have deleted an object of the step.
    @discardableResult
    func undo() throws -> Bool
    /// Repeats the step undone last; false if there is none, or if something has changed since.
    ///
    /// Throws as ``undo()``.
    @discardableResult
    func redo() throws -> Bool
    /// Begins a step: changes until ``endStep()`` are undone together.
    ///
    /// Steps inside a step belong to the outermost one. Does nothing without a history.
    func beginStep() throws
    /// Begins a step with a name, for a menu that says what is undone.
    ///
    /// Of steps inside a step, the outermost that has a name gives it to all. A context without this ability ignores
    /// the name.
    func beginStep(named name: String) throws
    /// Ends a step; outside of one, makes a step of all changes since the last one.
    func endStep() throws
}

/// The behaviour of a history without these abilities.
extension ContextHistory {
    /// No limit; setting one does nothing.
    public var memoryLimit: Int? {
        get { nil }
        nonmutating set {}
    }
    /// No name.
    public var undoName: String? { nil }
    /// No name.
    public var redoName: String? { nil }
    /// Begins a step, without the name.
    public func beginStep(named name: String) throws { try beginStep() }
}

extension ContextHistory {
    /// Makes one step of all changes that a closure makes, even if it throws.
    public func step<R>(_ body: () throws -> R) throws -> R {
        try beginStep()
        return try ending(body)
    }

    /// Makes one step with a name of all changes that a closure makes, even if it throws.
    public func step<R>(named name: String, _ body: () throws -> R) throws -> R {
        try beginStep(named: name)
        return try ending(body)
    }

    private func ending<R>(_ body: () throws -> R) throws -> R {
        do {
            let result = try body()
            try endStep()
            return result
        } catch {
            try? endStep()
            throw error
        }
    }
}
