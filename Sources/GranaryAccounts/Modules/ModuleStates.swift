import Granary

/// The states of all modules: takes what happens to them, and says what is to be done.
struct ModuleStates: Sendable {
    enum Stage {
        /// Only essential modules, and what they need, have begun.
        case essential
        case afterwards
        /// All are stopped.
        case ending
    }

    /// What is to be done with a module.
    enum Action: Equatable {
        case start(Int)
        case stop(Int)
        /// Cancels what was begun last.
        case cancel(Int)
        /// Reports a failure that no caller waits for.
        case report(Int)
    }

    let graph: ModuleGraph
    private(set) var stage = Stage.essential
    var states: [ModuleState]
    private var actions: [Action] = []

    init(_ graph: ModuleGraph) {
        self.graph = graph
        states = graph.entries.map { _ in ModuleState() }
    }

    /// Whether no essential module is on the way any more.
    var hasStarted: Bool { stage != .essential }
    /// Whether every module has ended, or was left.
    var hasEnded: Bool { stage == .ending && !states.contains(where: \.isActive) }

    /// What is to be done since the last call.
    mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    // MARK: Starting

    /// Begins with the essential modules, unless all were stopped before.
    mutating func begin() {
        guard stage == .essential else { return }
        for place in states.indices where graph.isEssential[place] { states[place].phase = .waiting }
        for place in states.indices where graph.isEssential[place] { startIfPossible(place) }
        goOnAfterwards()
    }

    /// Has a module start, with what it needs, if it has not begun.
    mutating func want(_ place: Int) {
        switch states[place].phase {
        case .idle: break
        case .stopping where isLazy(place):
            states[place].isAskedAgain = true
            return
        default: return
        }
        states[place].phase = .waiting
        for need in graph.needs[place] { want(need) }
        // A need may have failed at once, and this one with it.
        guard states[place].phase == .waiting else { return }
        if let need = graph.needs[place].first(where: { [.failed, .stopped].contains(states[$0].phase) }) {
            block(place, by: need)
        } else {
            startIfPossible(place)
        }
    }

    /// A start has returned, or thrown.
    mutating func startHasReturned(_ place: Int, _ run: Int, _ failure: GranaryError?, after time: Duration) {
        guard states[place].run == run else { return }
        states[place].isInStart = false
        states[place].owesStop = failure == nil
        switch states[place].phase {
        case .starting:
            states[place].starting = time
            if let failure {
                fail(place, failure)
            } else {
                states[place].phase = .running
                for dependent in graph.dependents[place] { startIfPossible(dependent) }
                goOnAfterwards()
            }
        case .failed where failure == nil && !states[place].isLeft:
            // It is too late, so it is put away again.
            states[place].phase = .stopping
            stopIfPossible(place)
        default: break
        }
    }

    /// A start has taken too long.
    mutating func startIsLate(_ place: Int, _ run: Int) {
        guard states[place].run == run, states[place].phase == .starting else { return }
        let limit = graph.entries[place].limit
        states[place].starting = limit
        actions.append(.cancel(place))
        fail(place, .lateModule(graph.names[place], .start, limit: limit))
    }

    private func isLazy(_ place: Int) -> Bool { graph.entries[place].moment == .lazy }

    private mutating func startIfPossible(_ place: Int) {
        guard states[place].phase == .waiting,
            graph.needs[place].allSatisfy({ states[$0].phase == .running })
        else { return }
        states[place].phase = .starting
        states[place].run += 1
        states[place].isInStart = true
        actions.append(.start(place))
    }

    private mutating func fail(_ place: Int, _ failure: GranaryError) {
        if stage == .afterwards { actions.append(.report(place)) }
        states[place].failure = failure
        states[place].phase = .failed
        blockDependents(of: place)
        goOnAfterwards()
    }

    /// Gives up those that wait for a module which will not run.
    private mutating func blockDependents(of place: Int) {
        for dependent in graph.dependents[place] where states[dependent].phase == .waiting {
            block(dependent, by: place)
        }
    }

    private mutating func block(_ place: Int, by need: Int) {
        states[place].blocker = need
        states[place].failure = blockage(of: place)
        states[place].phase = .failed
        blockDependents(of: place)
    }

    /// Begins with the others once every essential module has started or failed.
    private mutating func goOnAfterwards() {
        // Nobody can have asked for another one before.
        guard stage == .essential, !states.contains(where: \.isOnTheWay) else { return }
        stage = .afterwards
        for place in states.indices where graph.entries[place].moment == .afterwards { want(place) }
    }

    /// The error of a module whose need has failed or was stopped, with the path to the first that did.
    private func blockage(of place: Int) -> GranaryError {
        var path = [place]
        while let next = states[path[path.count - 1]].blocker { path.append(next) }
        let root = path[path.count - 1]
        let error = states[root].failure ?? .stoppedModule(graph.names[root])
        return .module(blockedBy: error, along: path.map { graph.names[$0] })
    }

    // MARK: Stopping

    /// Stops every module, unless the essential ones have started; what a cancelled start does.
    mutating func giveUp() {
        if stage == .essential { stopAll() }
    }

    /// Stops every module, for good.
    mutating func stopAll() {
        stage = .ending
        letGo(Array(states.indices))
    }

    /// Stops a module with all that need it.
    mutating func letGo(_ places: [Int]) {
        for place in places {
            switch states[place].phase {
            case .waiting:
                if stage == .ending || isLazy(place) {
                    states[place].reset()
                } else {
                    states[place].phase = .stopped
                }
            case .failed where states[place].isActive: states[place].phase = .stopping
            case .failed where stage != .ending && isLazy(place) && !states[place].isLeft:
                states[place].reset()
            case .starting:
                actions.append(.cancel(place))
                states[place].phase = .stopping
            case .running: states[place].phase = .stopping
            case .idle, .failed, .stopping, .stopped: break
            }
            if states[place].phase == .stopping {
                states[place].isLetGo = true
                states[place].isAskedAgain = false
            }
        }
        for place in places { stopIfPossible(place) }
    }

    private mutating func stopIfPossible(_ place: Int) {
        guard states[place].phase == .stopping, !states[place].isInStop,
            !graph.dependents[place].contains(where: { states[$0].isActive })
        else { return }
        states[place].isInStop = true
        actions.append(.stop(place))
    }

    /// Whether `stop` has to be called now, since the last start has returned.
    mutating func takeStop(_ place: Int) -> Bool {
        defer { states[place].owesStop = false }
        return states[place].owesStop
    }

    /// A stop has returned, or thrown, or there was nothing to stop.
    mutating func stopHasReturned(_ place: Int, _ run: Int, _ failure: GranaryError?, after time: Duration?) {
        guard states[place].run == run, states[place].phase == .stopping else { return }
        states[place].stopping = time
        states[place].stopFailure = failure
        endStop(place)
    }

    /// A stop, or the end of a start that was given up, has taken too long.
    mutating func stopIsLate(_ place: Int, _ run: Int) {
        guard states[place].run == run, states[place].phase == .stopping else { return }
        let limit = graph.entries[place].stopLimit
        states[place].isLeft = true
        states[place].stopping = limit
        states[place].stopFailure = .lateModule(graph.names[place], .stop, limit: limit)
        actions.append(.cancel(place))
        endStop(place)
    }

    private mutating func endStop(_ place: Int) {
        let isAskedAgain = states[place].isAskedAgain
        states[place].isInStop = false
        if stage != .ending, states[place].isLetGo, isLazy(place), states[place].stopFailure == nil {
            states[place].reset()
            if isAskedAgain { want(place) }
        } else {
            let hasFailed = states[place].failure != nil
            states[place].phase = hasFailed ? .failed : .stopped
            blockDependents(of: place)
        }
        for need in graph.needs[place] { stopIfPossible(need) }
    }
}
