import Granary

/// One call of one of the contexts of a program.
///
/// Models and their properties are named by their positions in ``ProgramModels/kinds``, and objects by their numbers
/// among the keys that were used so far.
struct ContextStep: Sendable {
    /// The position of the context.
    var context: Int
    /// The call.
    var action: Action

    /// A call; nothing happens where the object it names does not exist.
    indirect enum Action: Sendable {
        /// Inserts an object; without a number its key is made.
        case insert(kind: Int, object: Int?, value: Int)
        /// Deletes an object and inserts another one with its key, which takes over its partners or not.
        case replace(kind: Int, object: Int, value: Int, inherits: Bool)
        case set(kind: Int, object: Int, property: Int, value: Int)
        case refer(kind: Int, object: Int, relationship: Int, target: Int?)
        case add(kind: Int, object: Int, relationship: Int, target: Int)
        case remove(kind: Int, object: Int, relationship: Int, target: Int)
        case members(kind: Int, object: Int, relationship: Int)
        case delete(kind: Int, object: Int)
        case find(kind: Int, object: Int)
        case refresh(kind: Int, object: Int)
        case require(kind: Int, object: Int)
        case fetch(kind: Int, FetchPlan)
        case count(kind: Int, FetchPlan)
        case aggregate(kind: Int, AggregatePlan)
        case select(kind: Int, SelectPlan)
        case join(JoinPlan)
        /// Reads all of a query by cursors.
        case pages(kind: Int, FetchPlan, size: Int)
        /// Reads half of the objects in a stream.
        case stream(kind: Int)
        /// Changes all objects in one batch.
        case updateAll(kind: Int, value: Int)
        /// Deletes the objects of a number in one batch.
        case deleteAll(kind: Int, value: Int)
        /// Starts a live query in place of the one that the program has started at a position.
        case observe(Int, shape: Int, number: Int, LiveReading.Pace)
        /// Compares the results of live queries with the stored states.
        case settle
        case reconcile(ReconciledList)
        case upsert(ReconciledList)
        case findOrInsert(ReconciledList)
        case tally(TallyStep)
        case save
        /// Saves, decides about conflicts, each tally by a bit of the number, and saves again.
        case saveDeciding(Int)
        /// Saves a child and its parent.
        case saveThrough
        /// Saves in the background, and takes some steps before the context hears of the commit.
        case saveInBackground([Action])
        /// Closes the context; another one of the same role follows.
        case leave
        /// Begins a step that can be undone, and ends the one before.
        case beginStep(Int)
        case endStep
        case undo
        case redo
        case rollback
        case refreshAll
        case reset
        /// Merges the saves of others.
        case hear
        /// Reads everything through the context, and checks it.
        case look
    }
}

extension ContextStep.Action {
    /// Whether it saves a context.
    var saves: Bool {
        switch self {
        case .save, .saveDeciding, .saveThrough, .saveInBackground: true
        default: false
        }
    }

    /// Whether the context shows the same afterwards, and its children too.
    var onlyReads: Bool {
        switch self {
        case .members, .find, .require, .fetch, .count, .aggregate, .select, .join, .pages, .beginStep, .look:
            true
        default: false
        }
    }
}

// MARK: Smaller steps

extension ContextStep {
    /// Simpler steps to try instead.
    func simpler(in roles: [ContextRole]) -> [ContextStep] {
        let actions: [Action] =
            switch action {
            case .fetch(let kind, let plan): plan.simpler.map { .fetch(kind: kind, $0) }
            case .count(let kind, let plan): plan.simpler.map { .count(kind: kind, $0) }
            case .aggregate(let kind, let plan): plan.simpler.map { .aggregate(kind: kind, $0) }
            case .select(let kind, let plan): plan.simpler.map { .select(kind: kind, $0) }
            case .join(let plan): plan.simpler.map { .join($0) }
            case .pages(let kind, let plan, let size):
                plan.simpler.map { .pages(kind: kind, $0, size: size) }
            case .reconcile(let list): list.simpler.map { .reconcile($0) }
            case .upsert(let list): list.simpler.map { .upsert($0) }
            case .findOrInsert(let list): list.simpler.map { .findOrInsert($0) }
            case .observe(let position, let shape, let number, let pace) where pace != .lazy:
                [.observe(position, shape: shape, number: number, .lazy)]
            case .saveDeciding, .saveThrough: [.save]
            case .saveInBackground(let meanwhile):
                meanwhile.withoutParts().map { .saveInBackground($0) } + [.save]
            default: []
            }
        if !actions.isEmpty { return actions.map { ContextStep(context: context, action: $0) } }
        // The same in the first context, and a child's steps in its parent.
        let parent = roles[context % roles.count].parent
        return Set([0, parent ?? 0]).subtracting([context]).sorted().map {
            ContextStep(context: $0, action: action)
        }
    }
}

extension ReconciledList {
    fileprivate var simpler: [ReconciledList] {
        var lists = items.withoutParts().map { items in
            var list = self
            list.items = items
            return list
        }
        if subset != nil {
            lists.append(self)
            lists[lists.count - 1].subset = nil
        }
        if deletesMissing {
            lists.append(self)
            lists[lists.count - 1].deletesMissing = false
        }
        return lists
    }
}
