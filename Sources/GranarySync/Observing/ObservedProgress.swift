import Granary
import Synchronization

/// How far an observer's request to the server is.
final class ObservedProgress: Sendable {
    /// What is known at a given time.
    struct Moment: Sendable {
        /// Whether nothing is shown before the server has answered.
        var isHeld: Bool
        var isRefreshing = false
        /// What the server's answer has left besides the rows.
        var served: ServedAnswer?
        var error: GranaryError?
        /// Whether the error is that the server may not be asked.
        var isDenied = false
        /// Whether what is here was found to be enough while the server might not be asked.
        fileprivate(set) var isEnough = false
        /// An error that is to be thrown.
        var thrown: GranaryError?
        /// How often it was changed.
        fileprivate(set) var changes = 0

        /// The server need not be asked any more.
        fileprivate mutating func end() {
            isHeld = false
            isRefreshing = false
            error = nil
            isDenied = false
        }
    }

    /// Notices saves, and what changes here.
    let watch: SaveWatch
    private let state: Mutex<Moment>

    init(isHeld: Bool, watch: SaveWatch) {
        self.watch = watch
        state = Mutex(Moment(isHeld: isHeld))
    }

    /// What is known now.
    var now: Moment { state.withLock { $0 } }

    /// Changes it, and has the observer look again.
    func change(_ body: (inout Moment) -> Void) {
        state.withLock { moment in
            body(&moment)
            moment.changes += 1
        }
        watch.call()
    }

    /// Notes that the server may be asked now.
    func begin(isHeld: Bool) {
        change { moment in
            moment.isHeld = isHeld
            moment.isRefreshing = true
            moment.error = nil
            moment.isDenied = false
        }
    }

    /// Notes that the server may not be asked, unless it is noted.
    func deny(_ error: GranaryError) {
        let known = now
        if known.isDenied, known.error?.message == error.message { return }
        change { moment in
            if moment.isEnough { return }
            moment.isHeld = false
            moment.isRefreshing = false
            moment.error = error
            moment.isDenied = true
        }
    }

    /// Notes that the server need not be asked.
    func end() {
        if now.error == nil && !now.isHeld && !now.isRefreshing { return }
        change { $0.end() }
    }

    /// Notes that what is here is enough, unless anything was noted since a given state.
    func end(withEnoughAt known: Moment) {
        let isKnown = state.withLock { moment in
            if moment.changes != known.changes { return false }
            moment.end()
            moment.isEnough = true
            moment.changes += 1
            return true
        }
        if isKnown { watch.call() }
    }

    /// Notes that the server has answered.
    func end(with served: ServedAnswer) {
        change { moment in
            moment.end()
            moment.served = served
        }
    }

    /// Notes an error.
    func fail(_ error: GranaryError, isThrown: Bool) {
        change { moment in
            moment.isRefreshing = false
            moment.error = error
            moment.isDenied = false
            if isThrown { moment.thrown = error }
            // One that is thrown is followed by what the store has, unless the server is asked again.
            if !isThrown || error.code != .unavailable { moment.isHeld = false }
        }
    }

    /// The error to throw, once.
    func takeError() -> GranaryError? {
        state.withLock { moment in
            defer { moment.thrown = nil }
            return moment.thrown
        }
    }
}
