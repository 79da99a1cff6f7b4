import Granary
import Synchronization

/// Whether the store may have objects whose values differ at the server: a row or a deletion was not taken, since a write
/// of the object was on its way.
///
/// Nobody knows whether the server held that before the write or after it. A ``SyncGap`` notes each such object; here is
/// only whether it is worth while to look for some.
final class ServedDoubts: Sendable {
    /// What has become of such objects that were looked for.
    struct Look: Sendable {
        /// Whether some could not be asked for, since their writes were on their way, or nothing was reached.
        var areOpen: Bool
        /// Those that were asked for and are not to be again: what they lack, the server has not served.
        var asked: Set<EntryPlace>
    }

    private struct State {
        /// How often some were noted; at the start, those of before may be there.
        var noted = 1
        /// The number of those that were known when they were looked for.
        var known = 0
        /// The end of the last look.
        var last = Look(areOpen: false, asked: [])
        var isLooking = false
        /// Whether another look was wanted during this one, which may have read the stores before a write was settled.
        var isWanted = false
    }

    private let state = Mutex(State())
    /// How many looks are under way.
    private let looks = WatchedState(0)

    /// How often some were noted.
    var count: Int { state.withLock { $0.noted } }

    /// Notes that there may be some, or that those that were noted are in the store now.
    func note() { state.withLock { $0.noted += 1 } }

    /// Has somebody look for them behind the caller, unless there are none.
    ///
    /// While somebody looks, nobody else does: a look that left some open begins again.
    ///
    /// - Parameter look: asks for them, but for those that were asked for already.
    func look(_ look: @escaping @Sendable (_ asked: Set<EntryPlace>) async -> Look) {
        let begins = state.withLock { state in
            if state.isLooking {
                state.isWanted = true
                return false
            }
            state.isLooking = state.noted != state.known || state.last.areOpen
            return state.isLooking
        }
        if !begins { return }
        looks.change { $0 += 1 }
        // The caller's group of requests that are shared is not that of these.
        Task.detached { [self] in
            var known = 0
            repeat {
                // Of what was noted anew, nobody knows which objects it is about.
                let asked = state.withLock { state in
                    known = state.noted
                    state.isWanted = false
                    return state.noted == state.known ? state.last.asked : []
                }
                let last = await look(asked)
                state.withLock { ($0.known, $0.last) = (known, last) }
            } while !end(known)
            looks.change { $0 -= 1 }
        }
    }

    /// Ends a look, unless more were noted since, or what it left open may be settled.
    private func end(_ known: Int) -> Bool {
        state.withLock { state in
            state.isLooking = state.noted != known || state.isWanted && state.last.areOpen
            return !state.isLooking
        }
    }

    /// Waits until nobody looks.
    nonisolated(nonsending) func wait() async { await looks.wait { $0 > 0 } }
}
