internal import FoundationEssentials

/// The calls of the hooks for all models in one save.
///
/// What a hook has inserted is its own: it leaves the context before the hook is called again, and after a save that
/// fails (Docs/Decisions/saves-hooks-and-batches.md).
final class SaveHookCalls {
    /// An object with unsaved changes, as a hook has left it.
    private struct Seen {
        /// Held, so that no other object gets its identity.
        let object: any Model
        let change: ModelChange
        let values: any ModelSnapshot
    }

    /// A hook and its last call.
    private struct Call {
        let hook: SaveHook
        /// What it has left; `nil` if it has not been called, or has to be called again.
        var seen: [ObjectIdentifier: Seen]?
        /// The new objects that it has inserted.
        var inserted: [any Model] = []
    }

    private let context: Context
    private let date: Date
    private let author: String?
    private var calls: [Call]
    private var graph: ObjectGraph { context.graph }

    /// Begins the calls for a save of a context.
    init(_ context: Context, _ hooks: [SaveHook], on date: Date, by author: String?) {
        self.context = context
        self.date = date
        self.author = author
        calls = hooks.map { Call(hook: $0) }
    }

    /// How many hooks there are.
    var count: Int { calls.count }

    /// The new objects that hooks have inserted.
    var inserted: [any Model] { calls.flatMap(\.inserted) }

    /// The name of a hook.
    func name(of index: Int) -> String { calls[index].hook.name }

    /// The first hook that has to be called: others have changed something since its last call.
    ///
    /// Complexity: O(unsaved objects) for each hook.
    func firstDue() -> Int? { calls.indices.first(where: isDue) }

    /// Calls a hook, after what it and those after it have inserted has left the context.
    ///
    /// - Throws: what the hook throws.
    func call(_ index: Int) throws {
        withdraw(from: index)
        let known = graph.tables.touched(in: .inserted)
        let before = IdentitySet(known)
        defer {
            calls[index].inserted = graph.tables.touched(in: .inserted).filter { !before.contains($0) }
            // The set holds no references, and another object could get the identity of one that is gone.
            withExtendedLifetime(known) {}
        }
        try calls[index].hook.body(StoreSave(context: context, date: date, author: author))
    }

    /// Notes how a hook has left the objects; called after it, so that its own changes are not news to it.
    func noteSeen(_ index: Int) {
        var seen: [ObjectIdentifier: Seen] = [:]
        visit(index) { object, change in
            seen[ObjectIdentifier(object)] = Seen(
                object: object, change: change, values: object.anySnapshot)
            return true
        }
        calls[index].seen = seen
    }

    /// Takes what a hook and those after it have inserted out of the context; they have to be called again.
    func withdraw(from index: Int = 0) {
        let gone = calls.dropFirst(index).flatMap(\.inserted)
        for position in calls.indices.dropFirst(index) {
            (calls[position].seen, calls[position].inserted) = (nil, [])
        }
        if gone.isEmpty { return }
        graph.withdraw(gone)
        context.undoHistory.leaveOut(gone)
    }

    private func isDue(_ index: Int) -> Bool {
        guard let seen = calls[index].seen else { return graph.hasChanges }
        var count = 0
        let isSame = visit(index) { object, change in
            count += 1
            guard let known = seen[ObjectIdentifier(object)], known.change == change else { return false }
            return change == .delete || known.values.differences(fromAny: object.anySnapshot).isEmpty
        }
        return !isSame || count != seen.count
    }

    /// Visits the unsaved objects that a hook gets to see, with their changes, until the closure returns false; returns
    /// whether it has not.
    @discardableResult
    private func visit(_ index: Int, _ body: (any Model, ModelChange) -> Bool) -> Bool {
        let hidden = IdentitySet(calls.dropFirst(index).flatMap(\.inserted))
        for table in graph.tables where table.hasChanges {
            graph.lookup.countVisited(table.touched.count)
            for object in table.touched where !hidden.contains(object) {
                guard let change = object._objectState.change else { continue }
                if !body(object, change) { return false }
            }
        }
        return true
    }
}
