import Granary
import GranaryAccounts

/// What the modules of a random program have to do, worked out by hand: times instead of tasks.
struct ModuleModel {
    enum Phase { case idle, waiting, starting, running, failed, stopping, stopped }
    enum Stage { case essential, afterwards, ending }

    /// A call of a module's function that is on the way.
    struct Call {
        let ends: Duration
        let isDeaf: Bool
        let fails: Bool
        var isCancelled = false

        init(_ script: ModuleScript.Call, at now: Duration, isCancelled: Bool = false) {
            ends = now + script.delay
            (isDeaf, fails, self.isCancelled) = (script.isDeaf, script.fails, isCancelled)
        }

        func hasEnded(at now: Duration) -> Bool { ends <= now || isCancelled && !isDeaf }
    }

    struct One {
        var phase = Phase.idle
        var start: Call?
        var startTimer: Duration?
        var stop: Call?
        var stopTimer: Duration?
        /// Whether its stop has begun, if only with the wait for its start.
        var isInStop = false
        var owesStop = false
        var isLeft = false
        var isLetGo = false
        var isAskedAgain = false
        var failure: GranaryError.Code?
        var stopFailure: GranaryError.Code?

        var isActive: Bool {
            [.starting, .running, .stopping].contains(phase) || phase == .failed && start != nil && !isLeft
        }
    }

    let scripts: [ModuleScript]
    var ones: [One]
    var now = Duration.zero
    var stage = Stage.essential
    var wasGivenUp = false
    /// What has happened, in no order.
    private(set) var events: [ModuleEvent: Int] = [:]
    private(set) var eventCount = 0
    /// Those who wait, and what became of them.
    var waits: [ModuleWait] = []

    init(_ scripts: [ModuleScript]) {
        self.scripts = scripts
        ones = scripts.map { _ in One() }
        for place in scripts.indices where scripts[place].moment == .essential { wish(place) }
        goOn()
    }

    private mutating func note(_ event: ModuleEvent) {
        events[event, default: 0] += 1
        eventCount += 1
    }

    func dependents(of place: Int) -> [Int] {
        scripts.indices.filter { scripts[$0].needs.contains(place) }
    }

    /// A module with all that need it.
    func family(of place: Int) -> Set<Int> {
        var family: Set<Int> = [place]
        while true {
            let more = family.union(family.flatMap(dependents))
            if more == family { return family }
            family = more
        }
    }

    /// When those who sleep want to be woken.
    var sleepers: [Duration] {
        ones.flatMap { one in
            [one.start?.ends, one.startTimer, one.stop?.ends, one.stopTimer].compactMap(\.self)
        }
    }

    var hasEnded: Bool { stage == .ending && !ones.contains(where: \.isActive) }

    private func isLazy(_ place: Int) -> Bool { scripts[place].moment == .lazy }

    /// Does all that happens at the present time.
    mutating func settle() {
        decideWaits()
        while let place = ones.indices.first(where: { step($0) }) {
            _ = place
            decideWaits()
        }
    }

    mutating func decideWaits() {
        for number in waits.indices where waits[number].outcome == nil {
            waits[number].outcome = waits[number].decide(self)
        }
    }
}

// MARK: Starting

extension ModuleModel {
    /// Has a module start, with what it needs.
    mutating func wish(_ place: Int) {
        if ones[place].phase == .stopping, isLazy(place) { ones[place].isAskedAgain = true }
        guard ones[place].phase == .idle else { return }
        ones[place].phase = .waiting
        for need in scripts[place].needs { wish(need) }
        block()
    }

    /// Gives up those that wait for what will not run.
    private mutating func block() {
        while let place = ones.indices.first(where: { place in
            ones[place].phase == .waiting
                && scripts[place].needs.contains { [.failed, .stopped].contains(ones[$0].phase) }
        }) {
            ones[place].phase = .failed
            ones[place].failure = .moduleFailed
        }
        goOn()
    }

    private mutating func goOn() {
        guard stage == .essential, !isOnTheWay else { return }
        stage = .afterwards
        for place in scripts.indices where scripts[place].moment == .afterwards { wish(place) }
    }

    private var isOnTheWay: Bool { ones.contains { [.waiting, .starting].contains($0.phase) } }

    private mutating func fail(_ place: Int, _ code: GranaryError.Code) {
        ones[place].phase = .failed
        ones[place].failure = code
        block()
    }

    /// One thing that happens to a module now; false if nothing does.
    private mutating func step(_ place: Int) -> Bool {
        let script = scripts[place]
        if ones[place].phase == .waiting, script.needs.allSatisfy({ ones[$0].phase == .running }) {
            note(.start(place))
            ones[place].phase = .starting
            ones[place].start = Call(script.start, at: now)
            ones[place].startTimer = now + script.limit
            return true
        }
        if let call = ones[place].start, call.hasEnded(at: now) {
            endStart(place, succeeds: !call.fails && !(call.isCancelled && !call.isDeaf))
            return true
        }
        if let timer = ones[place].startTimer, timer <= now {
            ones[place].startTimer = nil
            ones[place].start?.isCancelled = true
            fail(place, .timeout)
            return true
        }
        return stepToStop(place)
    }

    private mutating func endStart(_ place: Int, succeeds: Bool) {
        note(succeeds ? .started(place) : .failed(place))
        ones[place].start = nil
        ones[place].startTimer = nil
        ones[place].owesStop = succeeds
        if ones[place].phase == .starting {
            if succeeds {
                ones[place].phase = .running
                goOn()
            } else {
                fail(place, .moduleFailed)
            }
        } else if ones[place].phase == .failed, succeeds, !ones[place].isLeft {
            ones[place].phase = .stopping
        }
    }
}

// MARK: Stopping

extension ModuleModel {
    mutating func stopAll() {
        stage = .ending
        letGo(Set(ones.indices))
    }

    mutating func letGo(_ places: Set<Int>) {
        for place in places {
            switch ones[place].phase {
            case .idle: break
            case .waiting: ones[place].phase = stage == .ending || isLazy(place) ? .idle : .stopped
            case .starting:
                ones[place].start?.isCancelled = true
                ones[place].startTimer = nil
                ones[place].phase = .stopping
            case .running: ones[place].phase = .stopping
            case .failed:
                if ones[place].isActive {
                    ones[place].phase = .stopping
                } else if stage != .ending, isLazy(place), !ones[place].isLeft {
                    ones[place] = One()
                }
            case .stopping, .stopped: break
            }
            if ones[place].phase == .stopping {
                ones[place].isLetGo = true
                ones[place].isAskedAgain = false
            }
        }
    }

    private mutating func stepToStop(_ place: Int) -> Bool {
        let one = ones[place]
        if one.phase == .stopping, !one.isInStop,
            !dependents(of: place).contains(where: { ones[$0].isActive })
        {
            ones[place].isInStop = true
            ones[place].stopTimer = now + scripts[place].stopLimit
            return true
        }
        if one.isInStop, one.start == nil, one.stop == nil {
            if one.owesStop {
                note(.stop(place))
                ones[place].owesStop = false
                ones[place].stop = Call(scripts[place].stop, at: now, isCancelled: one.isLeft)
            } else {
                endStop(place, nil)
            }
            return true
        }
        if let call = one.stop, call.hasEnded(at: now) {
            note(.stopped(place))
            endStop(place, call.fails ? .moduleFailed : nil)
            return true
        }
        if let timer = one.stopTimer, timer <= now {
            ones[place].stopTimer = nil
            ones[place].stop?.isCancelled = true
            ones[place].isLeft = true
            ones[place].stopFailure = .timeout
            ones[place].phase = one.failure == nil ? .stopped : .failed
            block()
            return true
        }
        return false
    }

    private mutating func endStop(_ place: Int, _ failure: GranaryError.Code?) {
        ones[place].isInStop = false
        ones[place].stop = nil
        ones[place].stopTimer = nil
        if ones[place].isLeft { return }
        ones[place].stopFailure = failure
        let one = ones[place]
        if stage != .ending, one.isLetGo, isLazy(place), failure == nil {
            ones[place] = One()
            if one.isAskedAgain { wish(place) }
        } else {
            ones[place].phase = one.failure == nil ? .stopped : .failed
            block()
        }
    }
}
