import Granary

/// The program of a differential run in the contexts of a stack, as values.
struct ContextProgram: Sendable {
    /// How the models are spread over stores.
    var topology: ConformanceTopology
    /// The conflict policy of each context, then of each child.
    var policies: [PolicyName]
    /// The steps, in order.
    var steps: [ContextStep]
}

/// One call of one of the contexts.
///
/// Models and their properties are named by their positions in ``ModelKind/all``.
struct ContextStep: Sendable {
    /// The position of the context; the children of all contexts follow these.
    var context: Int
    /// The call.
    var action: Action

    /// A call; nothing happens where the object it names does not exist.
    enum Action: Sendable {
        case insert(kind: Int, object: Int, value: Int)
        case set(kind: Int, object: Int, property: Int, value: Int)
        case refer(kind: Int, object: Int, relationship: Int, target: Int?)
        case add(kind: Int, object: Int, relationship: Int, target: Int)
        case remove(kind: Int, object: Int, relationship: Int, target: Int)
        case members(kind: Int, object: Int, relationship: Int)
        case delete(kind: Int, object: Int)
        case refresh(kind: Int, object: Int)
        case require(kind: Int, object: Int)
        case fetch(kind: Int, FetchPlan)
        case count(kind: Int, FetchPlan)
        case aggregate(kind: Int, AggregatePlan)
        /// Starts a live query in place of the one that the program has started at a position.
        case observe(Int, shape: Int, number: Int, LiveReading.Pace)
        /// Compares the results of live queries with the stored states.
        case settle
        case reconcile(ReconciledList)
        case upsert(ReconciledList)
        case findOrInsert(ReconciledList)
        /// Reads all of a query by cursors.
        case pages(kind: Int, FetchPlan, size: Int)
        case tally(TallyStep)
        case save
        /// Saves, decides about conflicts, each tally by a bit of the number, and saves again.
        case saveDeciding(Int)
        /// Saves a child and its parent.
        case saveThrough
        /// Drops a child; the next step in it begins another one.
        case leave
        /// Begins a step that can be undone, and ends the one before.
        case beginStep(Int)
        case undo
        case redo
        case rollback
        case refreshAll
        case reset
    }

    /// Whether the step may store something.
    var maySave: Bool {
        switch action {
        case .save, .saveDeciding, .saveThrough: true
        default: false
        }
    }
}

extension ContextStep.Action {
    /// Whether the context shows the same afterwards, and its children too.
    var onlyReads: Bool {
        switch self {
        case .members, .require, .fetch, .count, .aggregate, .pages, .beginStep: true
        default: false
        }
    }
}
