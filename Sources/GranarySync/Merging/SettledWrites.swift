import FoundationEssentials
import Granary
import Synchronization

/// The writes that were settled while requests were under way, whose answers may not know them.
///
/// It counts settlings and requests by one number, so that no clock decides. Nothing is kept once the last request
/// that left before a settling has come back.
final class SettledWrites: Sendable {
    /// What the writes of one object were about.
    enum Part: Sendable {
        /// Some properties, by their names.
        case properties(Set<String>)
        /// The object as a whole, which was inserted or deleted.
        case whole

        /// The part that this and another one are about.
        func joined(with other: Part) -> Part {
            guard case .properties(let names) = self, case .properties(let others) = other else {
                return .whole
            }
            return .properties(names.union(others))
        }
    }

    private struct Settled {
        let moment: Int
        let place: EntryPlace
        let part: Part
    }

    private struct State {
        var moment = 0
        var requests: [Int: Int] = [:]
        var settled: [Settled] = []
    }

    private let state = Mutex(State())

    /// Notes that a request leaves; returns its number.
    func beginRequest() -> Int {
        state.withLock { state in
            state.moment += 1
            state.requests[state.moment, default: 0] += 1
            return state.moment
        }
    }

    /// Notes that the answer to a request is stored, or that there is none.
    func endRequest(_ number: Int) {
        state.withLock { state in
            state.requests[number] = nil
            let first = state.requests.keys.min() ?? .max
            state.settled.removeAll { $0.moment < first }
        }
    }

    /// Notes that a write is about to be settled.
    func note(_ entry: SyncEntry) { note(entry.object, entry.part) }

    /// Notes that a write of an object is about to be settled.
    ///
    /// As a rule no request is under way, and what the write was about is not asked.
    func note(_ place: @autoclosure () -> EntryPlace, _ part: @autoclosure () -> Part) {
        state.withLock { state in
            state.moment += 1
            if state.requests.isEmpty { return }
            state.settled.append(Settled(moment: state.moment, place: place(), part: part()))
        }
    }

    /// What was settled since a request has left, by object.
    func settled(since request: Int) -> [EntryPlace: Part] {
        let settled = state.withLock { state in state.settled.filter { $0.moment > request } }
        var parts: [EntryPlace: Part] = [:]
        for write in settled {
            parts[write.place] = parts[write.place]?.joined(with: write.part) ?? write.part
        }
        return parts
    }
}
