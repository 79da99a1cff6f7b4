/// The steps of a context that can be undone and redone: `context.history.undo()`.
public protocol ContextHistory {
    /// How many steps can be undone; 0, the default, keeps no history.
    ///
    /// Setting it discards the recorded steps. Ending a step costs time in proportion to the changes since the
    /// last one; without a history there is no cost. A context without this ability ignores it.
    var levels: Int { get nonmutating set }
    /// Whether there is a step to undo.
    ///
    /// Complexity: O(objects changed since the last step).
    var canUndo: Bool { get }
    /// Whether there is a step to redo.
    ///
    /// Complexity: O(objects changed since the last step).
    var canRedo: Bool { get }
    /// Reverses the last step: insertions, deletions and changes of properties and relationships; false if there is none.
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
    /// Ends a step; outside of one, makes a step of all changes since the last one.
    func endStep() throws
}

extension ContextHistory {
    /// Makes one step of all changes that a closure makes, even if it throws.
    public func step<R>(_ body: () throws -> R) throws -> R {
        try beginStep()
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
