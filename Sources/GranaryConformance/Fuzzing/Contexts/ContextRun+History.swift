import Granary

/// The contents of a context where its steps to undo began and ended, as long as nothing but its own changes has
/// happened since.
struct ShownSteps {
    /// The step that has begun.
    fileprivate var open: Int?
    fileprivate var beginnings: [Int: [[Value]]] = [:]
    fileprivate var ends: [Int: [[Value]]] = [:]

    /// Forgets the recorded contents, because the context may now show another state of its store or parent.
    mutating func forget() { (beginnings, ends) = ([:], [:]) }
}

/// Undoing and redoing steps of a program: the context shows its former content.
extension ContextRun {
    /// Ends the step before, and begins one.
    func beginStep(_ name: Int, in number: Int) throws {
        let context = try context(number)
        let history = context.history
        if history.levels == 0 { history.levels = 20 }
        try endStep(in: number)
        history.beginStep(named: "\(name)")
        var shown = steps[number] ?? ShownSteps()
        shown.open = name
        if showsOneState(number) { shown.beginnings[name] = try whole(in: context) }
        steps[number] = shown
    }

    /// Whether a context shows one state of its store or parent.
    ///
    /// A child whose parent has changed shows objects loaded before together with newly loaded ones, and an undo may
    /// cause any list without unsaved changes to be read again. A context with a conflict begins a new snapshot when
    /// the object in conflict has no changes left.
    private func showsOneState(_ number: Int) -> Bool {
        if inConflict.contains(number) { return false }
        return number < Self.contextCount || undisturbed.contains(number)
    }

    private func endStep(in number: Int) throws {
        guard let name = steps[number]?.open else { return }
        let context = try context(number)
        steps[number]?.open = nil
        if showsOneState(number) { steps[number]?.ends[name] = try whole(in: context) }
        context.history.endStep()
    }

    /// Undoes or redoes the next step, if the content to expect then is known.
    func moveStep(of number: Int, undoing: Bool) throws -> [[Value]] {
        let context = try context(number)
        try endStep(in: number)
        let name = undoing ? context.history.undoName : context.history.redoName
        guard let name = name.flatMap({ Int($0) }), !tallies.hasReplaced(in: number),
            let wanted = undoing ? steps[number]?.beginnings[name] : steps[number]?.ends[name]
        else { return [[.text("nothing")]] }
        let before = try Self.tallies(in: context)
        guard try undoing ? context.history.undo() : context.history.redo() else {
            throw ModelFault("step \(name) has a name and cannot be moved")
        }
        try expectSame(
            whole(in: context), wanted,
            "what a context shows after step \(name) was \(undoing ? "un" : "re")done")
        let after = try Self.tallies(in: context)
        for id in Set(before.keys).union(after.keys) where before[id] != after[id] {
            tallies.move(id, to: after[id], from: before[id], in: number)
        }
        return [[.text("step"), .integer(Int64(name))]]
    }
}
